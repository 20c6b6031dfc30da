"""Origin-format unification, cost, selection and TransData. Floor 9."""
