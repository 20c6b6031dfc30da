// A minimal stand-in for the registration macros of CANN: a class for each operator, and a record of its calls.
#ifndef METADEF_TESTS_OPERATOR_REG_H
#define METADEF_TESTS_OPERATOR_REG_H

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>
#include <vector>

namespace ge {

enum DataType {
#define DATA_TYPE(name) DT_##name,
#include "data_types.inc"
#undef DATA_TYPE
};

struct TensorType {
  TensorType(DataType) {}
  TensorType(std::initializer_list<TensorType>) {}
#define HELPER(name) static TensorType name() { return TensorType({}); }
#include "helpers.inc"
#undef HELPER
};

struct ListTensorType {
  explicit ListTensorType(const TensorType &) {}
};

struct Promote {
  Promote(std::initializer_list<const char *>) {}
};

struct Types {  // what a port or a symbol may be typed by
  Types(const TensorType &) {}
  Types(const ListTensorType &) {}
  Types(const Promote &) {}
  Types(const char *) {}
};

struct Tensor {};

struct Record {
  explicit Record(const char *op) { All().push_back(op); }
  Record &Call(const char *what, const char *name) {
    All().push_back(std::string(what) + " " + name);
    return *this;
  }
  static std::vector<std::string> &All() {
    static std::vector<std::string> all;
    return all;
  }
};

namespace kinds {
using Int = int64_t;
using Float = float;
using String = std::string;
using AscendString = std::string;
using Bool = bool;
using Type = DataType;
using Tensor = ::ge::Tensor;
using ListInt = std::vector<Int>;
using ListFloat = std::vector<Float>;
using ListString = std::vector<String>;
using ListAscendString = std::vector<String>;
using ListBool = std::vector<Bool>;
using ListType = std::vector<Type>;
using ListListInt = std::vector<ListInt>;
using ListListFloat = std::vector<ListFloat>;
}  // namespace kinds

}  // namespace ge

#define REG_OP(op)                                  \
  namespace op_##op {                               \
  struct op {                                       \
    op() : record_(#op) {                           \
      using namespace ::ge;                         \
      using ::ge::Tensor;                           \
      record_

#define PORT_(what, name, ...)   \
  Call(what, #name);             \
  {                              \
    Types types_(__VA_ARGS__);   \
    (void)types_;                \
  }                              \
  record_

#define INPUT(name, ...) PORT_("input", name, __VA_ARGS__)
#define OPTIONAL_INPUT(name, ...) PORT_("optional_input", name, __VA_ARGS__)
#define DYNAMIC_INPUT(name, ...) PORT_("dynamic_input", name, __VA_ARGS__)
#define OUTPUT(name, ...) PORT_("output", name, __VA_ARGS__)
#define DYNAMIC_OUTPUT(name, ...) PORT_("dynamic_output", name, __VA_ARGS__)
#define DATATYPE(name, ...) PORT_("datatype", name, __VA_ARGS__)
#define GRAPH(name) Call("graph", #name)
#define DYNAMIC_GRAPH(name) Call("dynamic_graph", #name)
#define REQUIRED_ATTR(name, kind)     \
  Call("required_attr", #name);       \
  (void)sizeof(::ge::kinds::kind);    \
  record_
#define ATTR(name, kind, ...)                    \
  Call("attr", #name);                           \
  {                                              \
    ::ge::kinds::kind value_ = __VA_ARGS__;      \
    (void)value_;                                \
  }                                              \
  record_

#define OP_END_FACTORY_REG(op) \
  Call("end", #op);            \
  }                            \
  Record record_;              \
  }                            \
  ;                            \
  static op registered_;       \
  }

#endif
