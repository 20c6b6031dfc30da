"""CANN's names of graph passes, and what does their work here; from the registrations of GE, ops-nn and ops-math.

An entry is a pass, or `pass/rule` for one rule of it. An empty one means that nothing here does what the pass does, so
that switching it has no effect; that is said, not passed over.
"""

from __future__ import annotations

__all__ = ["CANN_PASSES"]

_NOTHING: tuple[str, ...] = ()

CANN_PASSES: dict[str, tuple[str, ...]] = {
    # folding, equal and dead nodes
    "ConstantFoldingPass": ("constant-folding",),
    "DimensionComputePass": ("constant-folding",),
    "DimensionAdjustPass": ("constant-folding",),
    "CommonSubexpressionEliminationPass": ("common-subexpression-elimination",),
    "ConstantFuseSamePass": ("common-subexpression-elimination",),
    "RemoveSameConstPass": ("common-subexpression-elimination",),
    "TransOpBreadthFusionPass": ("common-subexpression-elimination",),
    "PrunePass": ("dead-node-elimination",),
    "UnusedConstPass": ("dead-node-elimination",),
    # operators without effect
    "IdentityPass": ("identity-elimination",),
    "NoUseReshapeRemovePass": ("identity-elimination",),
    "UnchangedTransposeRemovePass": ("identity-elimination",),
    "DropOutPass": ("identity-elimination",),
    "StopGradientPass": ("identity-elimination",),
    "PreventGradientPass": ("identity-elimination",),
    "SnapshotPass": ("identity-elimination",),
    "GuaranteeConstPass": ("identity-elimination",),
    "AddNPass": ("identity-elimination",),
    # reshapes, transposes, casts
    "CastRemovePass": ("arithmetic-simplification/cast-and-back",),
    "CastRemoveFusionPass": ("arithmetic-simplification/cast-and-back",),
    "ReshapeRemovePass": ("reshape-transpose-merging/reshape-reshape",),
    "TransOpSymmetryEliminationPass": ("reshape-transpose-merging", "arithmetic-simplification/cast-and-back"),
    "TransOpWithoutReshapeFusionPass": ("reshape-transpose-merging/transpose-transpose",),
    "Dim1TransposeToSqueezePass": ("reshape-transpose-merging/transpose-of-ones",),
    "PermuteFusionPass": ("reshape-transpose-merging/transpose-transpose",),
    # convolutions
    "ConvBatchnormFusionPass": ("convolution-folding/batch-norm-into-conv",),
    "ABatchnormFusionPass": ("convolution-folding/batch-norm-into-conv",),
    "HostBNFusionPass": ("convolution-folding/mul-into-batch-norm", "convolution-folding/add-into-batch-norm"),
    "BatchNormBnInferFusionPass": ("convolution-folding",),
    "ConvScaleFusionPass": ("convolution-folding/mul-into-conv",),
    "AABiasaddConvFusion": ("convolution-folding/add-into-conv",),
    # products
    "MatMulBiasAddFusionPass": ("matmul-folding/add-into-bias",),
    "BatchMatMulFusionPass": ("matmul-folding/transpose-into-left", "matmul-folding/transpose-into-right"),
    "UnpackFusionPass": ("gather-merging",),
    # normalisations and activations
    "SoftmaxFusionPass": ("normalisation-fusion/softmax",),
    "NormalizeFusionPass": ("normalisation-fusion/layer-norm",),
    "AddRmsNormFusionGraphPass": _NOTHING,
    "LayerNormRemoveBroadcastFusionPass": _NOTHING,
    # what nothing here does
    "AtomicAddrCleanPass": _NOTHING,
    "CastReluCastFusionPass": _NOTHING,
    "ConcatNotaskPass": _NOTHING,
    "ConcatTileFusionPass": _NOTHING,
    "ConstantClipPass": _NOTHING,
    "ConvConcatFusionPass": _NOTHING,
    "ConvWeightCompressFusionPass": _NOTHING,
    "DepthwiseFusionPass": _NOTHING,
    "DepthwiseToConv2dFusionPass": _NOTHING,
    "DreluFusionPass": _NOTHING,
    "EinsumPass": _NOTHING,
    "EnterPass": _NOTHING,
    "FeDistHeavyFormat": _NOTHING,
    "FlattenV2Pass": _NOTHING,
    "FullyconnectionElemwiseDequantFusionPass": _NOTHING,
    "GemmToMatmulFusionPass": _NOTHING,
    "GroupConv2DFusionPass": _NOTHING,
    "MatMulToMatmulV3FusionPass": _NOTHING,
    "MatMulUnsqueezeSqueezeFusionPass": _NOTHING,
    "MatmulCastFusionPass": _NOTHING,
    "MergePass": _NOTHING,
    "MultiBatchPass": _NOTHING,
    "PReluGradFusionPass": _NOTHING,
    "PackFusionPass": _NOTHING,
    "PaddConv2dFusionPass": _NOTHING,
    "RefreshCubeC0FusionPass": _NOTHING,
    "ReshapeRecoveryPass": _NOTHING,
    "SameTransdataBreadthFusionPass": _NOTHING,
    "SoftmaxGradExtFusionPass": _NOTHING,
    "SplitConvConcatFusionPass": _NOTHING,
    "SplitConvFusionPass": _NOTHING,
    "StridedSliceDToSplitFusionPass": _NOTHING,
    "SubgraphPass": _NOTHING,
    "SwapMergeCastFusionPass": _NOTHING,
    "SwitchDeadBranchElimination": _NOTHING,
    "SwitchLogicRemovePass": _NOTHING,
    "TbeConvCommonRules0FusionPass": _NOTHING,
    "TbeConvCommonRules2FusionPass": _NOTHING,
    "TransdataCastFusionPass": _NOTHING,
    "TransposeTransDataPass": _NOTHING,
    "VariableOpPass": _NOTHING,
    "ZConcatFusionPass": _NOTHING,
    "ZSplitFusionPass": _NOTHING,
}
