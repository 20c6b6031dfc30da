// Builds a small network with the generated classes, checks it, and writes it as `.mdef`.

#include <iostream>
#include <vector>

#include "metadef/graph.hpp"
#include "metadef/ops/activation.hpp"
#include "metadef/ops/conv.hpp"
#include "metadef/ops/matmul.hpp"

using metadef::DataType;
using metadef::Desc;
using metadef::Format;
using metadef::Tensor;
using metadef::Value;
namespace op = metadef::op;

int main(int argc, char **argv) {
  if (argc != 2) {
    std::cerr << "usage: " << argv[0] << " OUTPUT.mdef\n";
    return 2;
  }
  metadef::Graph graph("consumer");
  const Value image = graph.input("image", Desc(DataType::FLOAT, {"batch", 3, 8, 8}, Format::NCHW));
  const Value filter = graph.constant(
      Tensor::of<float>(DataType::FLOAT, {4, 3, 3, 3}, std::vector<float>(108, 0.25f)), "filter");
  const Value weight = graph.constant(Tensor::of<float>(DataType::FLOAT, {8, 2}, std::vector<float>(16, 0.5f)), "weight");

  op::Conv2D conv(graph, image, filter, {1, 1, 1, 1}, {1, 1, 1, 1}, "conv");
  conv.set_attr_data_format("NCHW").set_attr_groups(1);
  const op::Relu relu(graph, conv, "relu");
  const op::BatchMatMul product(graph, relu, weight, "product");
  graph.output(product, "scores");

  for (const metadef::Problem &problem : graph.problems()) std::cerr << problem.node << ": " << problem.text << "\n";
  graph.save(argv[1]);
  return graph.problems().empty() ? 0 : 1;
}
