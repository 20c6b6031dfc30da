// An implementation under test for generated gtest files: the C table judges, and Relu of floats is computed by hand.
// Built with -DWRONG_RELU its sign is wrong, which the generated tests must notice.
#include <deque>

#include "metadef/metadef.h"
#include "op_under_test.h"

namespace metadef_test {
namespace {

struct Arena {
  std::deque<std::vector<mdef_value>> lists;
};

mdef_value Converted(const Value& value, Arena& arena) {
  switch (value.kind) {
    case Value::Kind::kInt: return mdef_int(value.number);
    case Value::Kind::kFloat: return mdef_float(value.real);
    case Value::Kind::kBool: return mdef_bool(static_cast<int>(value.number));
    case Value::Kind::kString: return mdef_string_n(value.text.data(), value.text.size());
    case Value::Kind::kBytes: return mdef_bytes(value.text.data(), value.text.size());
    case Value::Kind::kType: return mdef_type(mdef_parse_dtype(value.text.data(), value.text.size()));
    case Value::Kind::kList: break;
  }
  std::vector<mdef_value> items;
  for (const Value& item : value.items) items.push_back(Converted(item, arena));
  arena.lists.push_back(std::move(items));
  return mdef_list(arena.lists.back().data(), arena.lists.back().size());
}

mdef_tensor Converted(const Tensor& tensor) {
  const bool ranked = tensor.dims != std::vector<std::int64_t>{-2};
  return {mdef_parse_dtype(tensor.dtype.data(), tensor.dtype.size()),
          ranked ? static_cast<std::int32_t>(tensor.dims.size()) : -1, tensor.dims.data()};
}

class CTable : public OpUnderTest {
 public:
  std::vector<std::string> Check(const Call& call) override {
    const mdef_op* op = mdef_find_op(call.op.c_str());
    if (op == nullptr) return {"unknown-op"};
    std::vector<std::vector<mdef_tensor>> tensors(op->input_count);
    for (const Input& input : call.inputs) {
      std::size_t at = 0;
      while (at < op->input_count && input.port != op->inputs[at].name) ++at;
      if (at == op->input_count) tensors.emplace_back();
      for (const Tensor& tensor : input.tensors) tensors[at].push_back(Converted(tensor));
    }
    std::vector<mdef_input> inputs;
    for (const auto& members : tensors) inputs.push_back({members.data(), members.size()});
    Arena arena;
    std::vector<mdef_arg> args;
    for (const Attr& attr : call.attrs) args.push_back({attr.name.c_str(), Converted(attr.value, arena)});
    mdef_problem problems[16];
    mdef_report report = {problems, 16, 0};
    const std::size_t found = mdef_check_call(op, inputs.data(), inputs.size(), args.data(), args.size(), &report);
    std::vector<std::string> names;
    for (std::size_t i = 0; i < found && i < 16; ++i) names.push_back(mdef_verdict_name(problems[i].verdict));
    return names;
  }

  bool Infer(const Call& call, std::vector<Tensor>* outputs) override {
    if (call.op != "Relu") return false;
    outputs->push_back({call.inputs[0].tensors[0].dtype, call.inputs[0].tensors[0].dims, {}});
    return true;
  }

  bool Compute(const Call& call, std::vector<Tensor>* outputs) override {
    if (call.op != "Relu") return false;
    Tensor out = call.inputs[0].tensors[0];
    for (double& element : out.elements) {
#ifdef WRONG_RELU
      element = element < 0 ? element : 0;
#else
      element = element > 0 ? element : 0;
#endif
    }
    outputs->push_back(out);
    return true;
  }
};

}  // namespace

OpUnderTest& Subject() {
  static CTable table;
  return table;
}

}  // namespace metadef_test

int main() { return ::testing::RunAll(); }
