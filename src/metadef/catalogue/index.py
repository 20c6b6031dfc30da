"""Which family each operator lives in, so that a look-up loads one file.

Kept by hand: a new operator is one name here and one chain in its family; `tests/catalogue` compares the two.
"""

from __future__ import annotations

__all__ = ["FAMILIES", "FAMILY_OF", "INTERNAL"]

FAMILIES: dict[str, str] = {
    "activation": """
        BNLL Celu CeluV2 Elu EluGrad EluGradV2 FastGelu FastGeluGrad FastGeluV2 FusedBiasLeakyRelu
        FusedBiasLeakyReluGrad Gelu GeluGrad GeluGradV2 GeluQuant GeluV2 HardShrink HardShrinkGrad HardSigmoid
        HardSigmoidGrad HardSwish HardSwishGrad HardSwishGradV2 HardtanhGrad Heaviside LeakyRelu LeakyReluGrad
        LogSigmoid LogSigmoidGrad Mish MishGrad PRelu PReluGrad Relu Relu6 Relu6D Relu6Grad ReluGrad
        ReluGradV2 ReluV2 Selu SeluGrad Shrink Sigmoid SigmoidGrad SiluGrad Softplus SoftplusGrad SoftplusV2
        SoftplusV2Grad SoftShrink SoftShrinkGrad Softsign SoftsignGrad SquaredRelu Swish SwishGrad Tanh
        TanhGrad Threshold ThresholdedRelu ThresholdGradV2D ThresholdV2 ThresholdV2D
    """,
    "adam": """
        AdamApplyOne AdamApplyOneAssign AdamApplyOneWithDecay AdamApplyOneWithDecayAssign ApplyAdam
        ApplyAdaMax ApplyAdaMaxD ApplyAdamD ApplyAdamV2 ApplyAdamW ApplyAdamWithAmsgrad ApplyAdamWithAmsgradD
        ApplyAdamWithAmsgradV2 ApplyAdamWV2 ApplyCamePart1 ApplyCamePart2 ApplyCamePart3 ApplyCamePart4
        ApplyFusedEmaAdam LambApplyOptimizerAssign LambApplyWeightAssign LambNextMV LambNextMVWithDecay
        LambNextRight LambUpdateWithLr LambUpdateWithLrV2
    """,
    "arithmetic": """
        AccumulateNV2 Add Addcdiv Addcmul AddMatMatElements AddN Adds AddV2 Axpy AxpyV2 Bias BiasAdd
        ConfusionMulGrad Div DivNoNan Eltwise FloorDiv FloorMod FusedMulAdd FusedMulAddAdd FusedMulAddN Gcd
        Lerp LogAddExp Maximum MaximumGrad MaxN Minimum MinimumGrad Mod Mul MulAddn MulNoNan Muls Pow Pows
        RealDiv SquaredDifference Sub Sxpy TruncateDiv TruncateMod
    """,
    "attention": """
        AdvanceStep ApplyRotaryPosEmb AttentionLnQKV AttentionQKVGradW AttentionQKVGradX AttentionScore
        AttentionScoreGrad FlashAttentionScore FlashAttentionScoreGrad FusedInferAttentionScore
        IncreFlashAttention MatmulLayerNormReduce MultiHeadAttention MultiHeadAttentionGrad
        MultiScaleDeformableAttentionGrad MultiScaleDeformableAttnFunction PromptFlashAttention
        RingAttentionUpdate RotaryMul RotaryMulGrad RotaryPositionEmbedding RotaryPositionEmbeddingGrad
        SwinAttentionFFN SwinAttentionScore SwinAttentionScoreQuant SwinTransformerLnQKV
        SwinTransformerLnQkvQuant TomeMerge TomeUnmerge TransformBiasRescaleQkv
    """,
    "batch_norm": """
        BatchNorm BatchNorm3D BatchNorm3DGrad BatchNormExt2 BatchNormGrad BatchNormGradExt2 BatchNormGradV3
        BatchNormV3 BN3DTrainingReduce BN3DTrainingReduceGrad BN3DTrainingUpdate BN3DTrainingUpdateGrad
        BNInfer BNInference BNInferenceD BNInferGrad BNTrainingReduce BNTrainingReduceGrad BNTrainingUpdate
        BNTrainingUpdateGrad BNTrainingUpdateV2 BNTrainingUpdateV3 FusedBatchNormV2 SyncBatchNormBackwardElemt
        SyncBatchNormBackwardReduce SyncBatchNormGatherStats SyncBatchNormGatherStatsWithCounts
        SyncBNTrainingUpdate
    """,
    "boxes": """
        BatchMultiClassNonMaxSuppression BoundingBoxDecode BoundingBoxEncode CheckValid CIoU CIoUGrad
        ClipBoxes ClipBoxesD CombinedNonMaxSuppression DecodeBbox DecodeBboxV2 DecodeBoundariesTarget
        DecodeCornerpointsTargetBG DecodeCornerpointsTargetWrtCenterV1 DecodeWheelsTarget DIoU DIoUGrad
        DrawBoundingBoxes DrawBoundingBoxesV2 GenerateBoundingBoxProposals GIoU GIoUGrad Iou Iou3D NMSWithMask
        NonMaxSuppression NonMaxSuppressionBucketize NonMaxSuppressionV2 NonMaxSuppressionV3
        NonMaxSuppressionV4 NonMaxSuppressionV5 NonMaxSuppressionV6 NonMaxSuppressionV7
        NonMaxSuppressionWithOverlaps PtIou RotatedBoxDecode RotatedBoxEncode RotatedIou RotatedOverlaps
        SampleDistortedBoundingBox SampleDistortedBoundingBoxExt2 SortedNMS
        StatelessSampleDistortedBoundingBox ToAbsoluteBBox YoloBoxesEncode YoloxBoundingBoxDecode
    """,
    "collective": """
        AllGatherMatmul AlltoAllAllGatherBatchMatMul BatchMatMulReduceScatterAlltoAll GroupedMatMulAllReduce
        HcomAllGather HcomAllReduce HcomAllToAll HcomAllToAllV HcomAllToAllVC HcomBroadcast
        HcomGatherAllToAllV HcomReceive HcomReduce HcomReduceScatter HcomRemoteRead HcomRemoteRefRead
        HcomRemoteScatterWrite HcomRemoteWrite HcomSend HorovodAllgather HorovodAllreduce HorovodBroadcast
        InplaceMatmulAllReduceAddRmsNorm MatmulAllReduce MatmulAllReduceAddRmsNorm MatmulReduceScatter
    """,
    "compare": """
        ApproximateEqual BitwiseAnd BitwiseOr BitwiseXor CompareAndBitpack CondTake Equal Greater GreaterEqual
        Invert IsClose IsFinite IsInf IsNan IsNegInf IsPosInf LeftShift Less LessEqual LogicalAnd LogicalNot
        LogicalOr NotEqual PopulationCount RightShift Select SelectV2 Signbit SignBitsPack SignBitsUnpack
        TensorEqual
    """,
    "concat_split": """
        ChunkCat Concat ConcatD ConcatOffset ConcatOffsetD ConcatV2 ConcatV2D Pack ParallelConcat PhonyConcat
        PhonySplit Split SplitD SplitV SplitVD Unpack
    """,
    "control_flow": """
        Case CaseCondition ConditionCalc ControlTrigger EndOfSequence Enter Exit FlowFunc For If _If LoopCond
        MapIndex Merge NextIteration OpTiling _ParallelConcatStart PartitionedCall RefEnter RefExit RefMerge
        RefNextIteration RefSwitch StatefulPartitionedCall StatelessCase StatelessIf StatelessWhile SwapCo
        Switch SwitchN ToBool While _While
    """,
    "conv": """
        Conv2D Conv2DBackpropFilter Conv2DBackpropFilterD Conv2DBackpropInput Conv2DBackpropInputD
        Conv2DCompress Conv2DTranspose Conv2DTransposeD Conv2DV2 Conv3D Conv3DBackpropFilter
        Conv3DBackpropFilterD Conv3DBackpropFilterV2 Conv3DBackpropInput Conv3DBackpropInputD
        Conv3DBackpropInputV2 Conv3DTranspose Conv3DTransposeD Conv3DTransposeV2 Conv3DV2 Correlation
        Deconvolution DeformableConv2D DeformableOffsets DeformableOffsetsGrad DepthwiseConv2D
        DepthwiseConv2DBackpropFilter DepthwiseConv2DBackpropFilterD DepthwiseConv2DBackpropInput
        DepthwiseConv2DBackpropInputD DepthwiseWeight4DTo6D DepthwiseWeight6DTo4D ExtendConv2D
        ExtendConvTranspose FixPipe QuantConv2D QuantConv3D
    """,
    "creation": """
        Combinations ConfusionMatrix Empty Eye Fill FillD Fills FillV2 FillV2D InvertPermutation LinSpace
        LinSpaceD LogSpaceD OneHot OneHotD OnesLike Range RangeD UnravelIndex ZerosLike
    """,
    "data_flow": """
        AdpGetNext Batch CacheAdd CacheAllIndexToLocal CacheRemoteIndexToLocal ConcatFromSequence
        DeviceQueueDataset DynamicGetNext DynamicGetNextV2 FeedsRepeat GetNext GetNextV2 IteratorGetNext
        IteratorV2 LruCache LRUCacheV2 MakeIterator MapClear MapIncompleteSize MapPeek MapSize MapStage
        MapUnstage MapUnstageNoKey OptionalGetValue OrderedMapClear OrderedMapIncompleteSize OrderedMapPeek
        OrderedMapSize OrderedMapStage OrderedMapUnstage OrderedMapUnstageNoKey OutfeedEnqueueOp
        OutfeedEnqueueOpV2 PeekData SequenceAt SequenceConstruct SequenceEmpty SequenceErase SequenceInsert
        SequenceLength SplitToSequence Stack StackClose StackPop StackPush Stage StageClear StagePeek
        StageSize Unbatch UnbatchGrad Unstage
    """,
    "detection": """
        AnchorResponseFlags BalanceRois FastrcnnPredictions FSRDetectionOutput GridAssignPositive PriorBox
        PriorBoxD PriorBoxDV2 Proposal ProposalD PSROIPooling PSROIPoolingGradV2D PSROIPoolingV2 ROIAlign
        ROIAlignGrad RoiAlignRotated RoiExtractor ROIPooling RoiPoolingGradWithArgMax RoiPoolingWithArgMax
        RpnProposalPostProcessing RpnProposals RpnProposalsD SSDDetectionOutput Yolo YoloPreDetection
        YoloV2DetectionOutput YoloV2DetectionOutputD YoloV3DetectionOutput YoloV3DetectionOutputD
        YoloV3DetectionOutputV2 YoloV3DetectionOutputV2D YoloV5DetectionOutput YoloV5DetectionOutputD
    """,
    "dropout": """
        Dropout DropOutDoMask DropOutDoMaskV3 DropOutDoMaskV3D DropOutGenMask DropOutGenMaskV3
        DropOutGenMaskV4 DropoutV2 DropOutV3 DSAGenBitMask DSAStatelessGenBitMask MaskedScale RnnGenMask
        RnnGenMaskV2 StatelessDropOutGenMask
    """,
    "elementwise": """
        Abs AbsGrad Acos AcosGrad Acosh AcoshGrad AdaCast Asin AsinGrad Asinh AsinhGrad Atan Atan2 AtanGrad
        Atanh Cast CastLike Ceil ClipByNormNoDivSum ClipByValue ClipByValueV2 Cos Cosh Exp Expm1 Floor Inv
        InvGrad Log Log1p NanToNum Neg Power Reciprocal ReciprocalGrad Rint Round Rsqrt RsqrtGrad Sign Sin
        Sinh Sqrt SqrtGrad Square Tan Trunc
    """,
    "embedding": """
        Embedding EmbeddingBag EmbeddingComputeVarExport EmbeddingComputeVarImport EmbeddingDenseGrad
        EmbeddingDenseGradV2 EmbeddingFeatureMapping EmbeddingFeatureMappingExport
        EmbeddingFeatureMappingFileSize EmbeddingFeatureMappingFind EmbeddingFeatureMappingImport
        EmbeddingFeatureMappingInsert EmbeddingFeatureMappingTableSize EmbeddingFeatureMappingV2
        EmbeddingHashTableExport EmbeddingHashTableImport EmbeddingHashTableLookupOrInsert EmbeddingLocalIndex
        EmbeddingRankId EmbeddingTableEvict EmbeddingTableExport EmbeddingTableFind EmbeddingTableFindAndInit
        EmbeddingTableImport FakeRemoteLookupUniqued InitEmbeddingHashmap InitEmbeddingHashTable
        InitPartitionMap TableToResource UninitEmbeddingHashmap UninitPartitionMap
    """,
    "experimental": """
        AddExample AddExampleAicpu AddExampleCApi AddMatMatElementsPlus AddrV2 AxpyV3 BitwiseNot CeilV2
        ComplexV2 DivV2 DivV3 DotV2 FusedAddRmsNorm FusedPatchMlp GerV2 HardSwishV2 IndexAiCore InvertV2
        LeakyreluV2 Log1pV2 MaximumV2 MulV2 RadixSort ReflectionPad1dV2 SiluMul SoftPlusV2 SquareV2 SubV2
        TanV2 TruncV2 TurboQuantCompressLatent
    """,
    "foreach": """
        ForeachAbs ForeachAcos ForeachACosInplace ForeachAddcdivList ForeachAddcdivScalar
        ForeachAddcdivScalarList ForeachAddcmulList ForeachAddcmulScalar ForeachAddcmulScalarList
        ForeachAddList ForeachAddListInplace ForeachAddScalar ForeachAddScalarList ForeachAsin ForeachAtan
        ForeachBinaryOp ForeachCopy ForeachCos ForeachCosh ForeachDivList ForeachDivListInplace
        ForeachDivScalar ForeachDivScalarList ForeachErf ForeachErfc ForeachExp ForeachExpm1 ForeachLerpList
        ForeachLerpScalar ForeachLog ForeachLog10 ForeachLog1p ForeachLog2 ForeachLogInplace
        ForeachMaximumList ForeachMaximumScalar ForeachMaximumScalarList ForeachMinimumList
        ForeachMinimumScalar ForeachMinimumScalarList ForeachMulList ForeachMulListInplace ForeachMulScalar
        ForeachMulScalarInplace ForeachMulScalarList ForeachNeg ForeachNonFiniteCheckAndUnscale ForeachNorm
        ForeachPowList ForeachPowScalar ForeachPowScalarAndTensor ForeachPowScalarList ForeachReciprocal
        ForeachRoundOffNumber ForeachSigmoid ForeachSign ForeachSin ForeachSinh ForeachSqrt ForeachSubList
        ForeachSubListInplace ForeachSubScalar ForeachSubScalarInplace ForeachSubScalarList ForeachTan
        ForeachTanh ForeachZeroInplace
    """,
    "gated_activation": """
        AGLU ClippedSwiglu ClippedSwigluGrad DequantSituQuant DequantSwigluQuant FatreluMul GeGluGradV2
        GeGluV2 GeluMul GLU GLUGrad SituGlu SituGluGrad SituMxQuant SwiGlu SwiGluGrad SwigluGroup
        SwigluGroupGrad SwigluGroupQuant SwigluGroupQuantGrad SwigluMxQuant SwiGluQuant
    """,
    "gather": """
        DynamicPartition DynamicStitch Gather GatherD GatherElements GatherNd GatherV2 GatherV2D Index
        IndexByTensor MaskedSelect MaskedSelectV2 NonZero NonZeroWithValue NonZeroWithValueShape
        NonZeroWithValueShapeV2 ParallelDynamicStitch Where
    """,
    "image": """
        AdjustBrightness AdjustBrightnessV2 AdjustContrast AdjustContrastWithMean AdjustHue AdjustSaturation
        AdjustSaturationV2 BackgroundReplace BlendImagesCustom DecodeAndCropJpeg DecodeBmp DecodeGif
        DecodeImage DecodeJpeg DecodePng DenseImageWarp DenseImageWarpGrad EncodeJpeg
        EncodeJpegVariableQuality EncodePng ExtractGlimpse ExtractGlimpseV2 ExtractJpegShape GaussianBlur
        HSVToRGB ImageProjectiveTransform ImageProjectiveTransformV2 ImageUnfold ImgCrop ImgToTensor IMGWarp
        IMGWarpOffsets LUT3D MrgbaCustom Remap RgbToGrayscale RGBToHSV Rotate ScaleAndTranslate
        ScaleAndTranslateGrad SpatialTransformer SpatialTransformerD TransArgb WarpAffine WarpAffineV2
        WarpPerspective
    """,
    "layer_norm": """
        AdaLayerNormGrad AddLayerNorm AddLayerNormGrad AddLayerNormQuant AddLayerNormQuantV2 AddRmsNorm
        AddRmsNormCast AddRmsNormDynamicMxQuant AddRmsNormDynamicQuant AddRmsNormDynamicQuantV2
        AddRmsNormQuant AddRmsNormQuantV2 DeepNorm DeepNormGrad DuaQuantizeAddLayerNorm GemmaRmsNorm
        InplaceAddLayerNorm InplaceAddRmsNorm LayerNorm LayerNormBetaGammaBackprop
        LayerNormBetaGammaBackpropV2 LayerNormGrad LayerNormGradV3 LayerNormUpdate LayerNormV3 LayerNormV4
        LayerNormXBackprop LayerNormXBackpropV2 LayerNormXBackpropV3 LNDropoutGrad MultiAddRmsNormDynamicQuant
        QuantizeAddLayerNorm RmsNorm RmsNormDynamicMxQuant RmsNormDynamicQuant RmsNormGrad RmsNormGradQuant
        RmsNormQuantV2 RmsNormQuantV3
    """,
    "linalg": """
        BandedTriangularSolve Cdist CdistGrad Cholesky CholeskyGrad ConjugateTranspose CosineSimilarity Cross
        Diag DiagD DiagFlat DiagPart DiagPartD DiagV2 FillDiagonal FillDiagonalV2 LogMatrixDeterminant Lu
        MatrixBandPart MatrixDeterminant MatrixDiag MatrixDiagD MatrixDiagPart MatrixDiagPartD
        MatrixDiagPartV2 MatrixDiagPartV3 MatrixDiagV2 MatrixDiagV3 MatrixInverse MatrixSetDiag MatrixSetDiagD
        MatrixSetDiagV2 MatrixSetDiagV3 MatrixSolve MatrixSolveLs MatrixSquareRoot MatrixTriangularSolve Pdist
        Pinverse Qr SelfAdjointEig Slogdet Svd Trace TridiagonalSolve Tril Trilu Triu
    """,
    "lookup": """
        HashTable InitializeTable LookupTableExport LookupTableFind LookupTableImport LookupTableInsert
        LookupTableRemove LookupTableSize MutableDenseHashTable MutableHashTable MutableHashTableOfTensors
    """,
    "loss": """
        BinaryCrossEntropy BinaryCrossEntropyGrad ChamferDistance ChamferDistanceGrad CosineEmbeddingLoss
        CrossEntropyLoss CrossEntropyLossGrad CrossEntropySumExpAndIndexLogit CTCBeamSearchDecoder
        CTCGreedyDecoder CTCLoss CTCLossV2 CTCLossV2Grad FusedMulAddNL2loss KLDiv KlDivLossGrad KLDivV2
        L1LossGrad L2Loss Logit LogitGrad LpLoss MseLoss MseLossGrad MultilabelMarginLoss NLLLoss NLLLossGrad
        PoissonNllLoss RNNTLoss SigmoidCrossEntropyWithLogits SigmoidCrossEntropyWithLogitsGrad
        SigmoidCrossEntropyWithLogitsGradV2 SigmoidCrossEntropyWithLogitsV2 SigmoidFocalLoss
        SigmoidFocalLossGrad SmoothL1Loss SmoothL1LossGrad SmoothL1LossGradV2 SmoothL1LossV2 SoftMarginLoss
        SoftMarginLossGrad SoftmaxCrossEntropyLoss SoftmaxCrossEntropyWithLogits SoftmaxFocalLoss
        SoftmaxFocalLossGrad SparseSoftmaxCrossEntropyWithLogits
    """,
    "matmul": """
        AddLora Addr BatchMatMul BatchMatMulV2 BatchMatMulV3 Dot DualLevelQuantBatchMatmul Einsum FFN
        FullyConnection FullyConnectionCompress FusedMatMul FusedQuantMatMul GEMM GemmV2 GemmV3 Ger GroupedMatmul
        MatMul MatmulEmuSplitWeight MatMulV2 MatMulV2Compress MatMulV3 QuantBatchMatmulV3 QuantBatchMatmulV4
        QuantMatmulActivationQuant QuantMatmulReduceSum RotateQuant TransposeBatchMatMul
        TransposeQuantBatchMatMul WeightQuantBatchMatmulV2
    """,
    "moe": """
        MoeComputeExpertTokens MoeFinalizeRouting MoeGatingTopKSoftmax MoeInitRouting MoeInitRoutingQuant
        MoeInitRoutingV2 MoeTutelCombineGates MoeTutelCombineX MoeTutelDispatch
    """,
    "molecular": """
        ProdEnvMatA ProdEnvMatACalcDescrpt ProdEnvMatACalcRij ProdForceSeA ProdVirialSeA TabulateFusion
        TabulateFusionGrad
    """,
    "norm": """
        Centralization EuclideanNorm EuclideanNormD GNTrainingReduce GNTrainingUpdate GroupNorm GroupNormGrad
        GroupNormRelu GroupNormSilu GroupNormSiluQuant GroupNormSwish GroupNormSwishGrad GroupNormV2 INInferV2
        INInferV2D InstanceNorm InstanceNormGrad InstanceNormV2 INTrainingReduceGrad INTrainingReduceV2
        INTrainingUpdateGrad INTrainingUpdateGradGammaBeta INTrainingUpdateV2 L2Normalize L2NormalizeGrad
        LpNorm LpNormReduce LpNormReduceV2 LpNormUpdate LpNormUpdateV2 LpNormV2 LRN LRNGrad MVN MVNV2
        Normalize NormalizeBatch NormalizeBBox NormalizeV2 Renorm Scale
    """,
    "ocr": """
        BatchDilatePolys OCRDetectionPostHandle OCRDetectionPreHandle OCRFindContours OCRIdentifyPreHandle
        OCRRecognitionPreHandle ResizeAndClipPolys
    """,
    "optimizer": """
        ApplyAdadelta ApplyAdadeltaD ApplyAdagrad ApplyAdagradD ApplyAdagradDA ApplyAdagradDAD ApplyAdagradV2
        ApplyAdagradV2D ApplyAddSign ApplyAddSignD ApplyCenteredRMSProp ApplyCenteredRMSPropD ApplyFtrl
        ApplyFtrlD ApplyFtrlV2 ApplyFtrlV2D ApplyGradientDescent ApplyKerasMomentum ApplyKerasMomentumD
        ApplyMomentum ApplyMomentumD ApplyPowerSign ApplyPowerSignD ApplyProximalAdagrad ApplyProximalAdagradD
        ApplyProximalGradientDescent ApplyRMSProp ApplyRMSPropD ExponentialDecayLR FusedMulApplyKerasMomentum
        FusedMulApplyMomentum FusedMulApplyMomentumExtern InplaceApplyAdadelta InplaceApplyAdagradDA
        InplaceApplyAdagradV2 InplaceApplyCenteredRMSProp InplaceApplyKerasMomentum InplaceApplyMomentum
        InplaceApplyPowerSign InplaceApplyProximalAdagrad LarsV2 LarsV2Update SGD
    """,
    "pad": """
        AscendPadding CircularPad MirrorPad MirrorPadGrad Pad PadD PadV2 PadV2D PadV3 PadV3D PadV3Grad
    """,
    "pool": """
        AdaptiveAvgPool AdaptiveAvgPool2d AdaptiveAvgPool2dGrad AdaptiveAvgPool3d AdaptiveAvgPool3dGrad
        AdaptiveMaxPool2d AdaptiveMaxPool3d AvgPool AvgPool1D AvgPool1DAvgMatrix AvgPool1DD AvgPool3D
        AvgPool3DD AvgPool3DGrad AvgPool3DGradD AvgPoolGrad AvgPoolGradD AvgPoolV2 AvgPoolV2Grad
        AvgPoolV2GradD Dilation Dilation2D Dilation2DBackpropFilter Dilation2DBackpropInput FractionalAvgPool
        FractionalAvgPoolGrad FractionalMaxPool FractionalMaxPoolGrad GlobalAveragePool GlobalLpPool
        Mask2Argmax MaxPool MaxPool3D MaxPool3DGrad MaxPool3DGradGrad MaxPool3DGradWithArgmax
        MaxPool3DWithArgmax MaxPool3DWithArgmaxV2 MaxPoolExt2 MaxPoolGrad MaxPoolGradGrad
        MaxPoolGradGradWithArgmax MaxPoolGradWithArgmax MaxPoolGradWithArgmaxV1 MaxPoolGradWithArgmaxV2
        MaxPoolGradWithArgmaxV3 MaxPoolV2 MaxPoolV3 MaxPoolV3Grad MaxPoolWithArgmax MaxPoolWithArgmaxV1
        MaxPoolWithArgmaxV2 MaxPoolWithArgmaxV3 Pooling SPP SubSample SubSampleLabels
    """,
    "quantize": """
        ActsULQ ActsULQInputGrad ActULQClampMaxGrad ActULQClampMinGrad AntiMxQuant AscendAntiQuant
        AscendAntiQuantV2 AscendDequant AscendDequantS16 AscendQuant AscendQuantV2 AscendRequant
        AscendRequantS16 AscendWeightQuant DequantBias Dequantize DynamicBlockMxQuant DynamicBlockQuant
        DynamicDualLevelMxQuant DynamicMxQuant DynamicMxQuantWithDualAxis DynamicQuant DynamicQuantV2
        FakeQuantAffineCachemask FakeQuantWithMinMaxArgs FakeQuantWithMinMaxArgsGradient
        FakeQuantWithMinMaxVars FakeQuantWithMinMaxVarsGradient FakeQuantWithMinMaxVarsPerChannel
        FakeQuantWithMinMaxVarsPerChannelGradient FlatQuant GroupedDynamicBlockQuant GroupedDynamicMxQuant
        GroupedQuantMax GroupQuant IFMR MxToBlockMxQuant Quantize QuantMax TransQuantParamV2 WtsARQ
    """,
    "queue": """
        AccumulatorApplyGradient AccumulatorNumAccumulated AccumulatorSetGlobalStep AccumulatorTakeGradient
        Barrier BarrierClose BarrierIncompleteSize BarrierInsertMany BarrierReadySize BarrierTakeMany
        BatchEnqueue ConditionalAccumulator Dequeue FakeQueue FIFOQueue GetNextFromQueue PaddingFIFOQueue
        PriorityQueue QueueClose QueueDequeue QueueDequeueMany QueueDequeueUpTo QueueEnqueue QueueEnqueueMany
        QueueIsClosed QueueSize RandomShuffleQueue RecordInput ResourceAccumulatorApplyGradient
        ResourceAccumulatorNumAccumulated ResourceAccumulatorSetGlobalStep ResourceAccumulatorTakeGradient
        ResourceConditionalAccumulator SparseAccumulatorApplyGradient SparseAccumulatorTakeGradient
        SparseConditionalAccumulator
    """,
    "ragged": """
        RaggedBinCount RaggedBincount RaggedGather RaggedRange RaggedTensorFromVariant RaggedTensorToSparse
        RaggedTensorToTensor
    """,
    "random": """
        AllCandidateSampler AnonymousSeedGenerator ComputeAccidentalHits ContinuationIndicator
        DeleteSeedGenerator DSARandomNormal DSARandomTruncatedNormal DSARandomUniform DummySeedGenerator
        Exponential FixedUnigramCandidateSampler Geometric LearnedUnigramCandidateSampler
        LogUniformCandidateSampler Multinomial MultinomialAliasDraw MultinomialAliasSetup MultinomialFuss
        MultinomialWithReplacement NonDeterministicInts Normal ParameterizedTruncatedNormal Poisson
        RandomChoiceWithMask RandomGamma RandomGammaGrad RandomPoisson RandomShuffle RandomStandardNormal
        RandomStandardNormalV2 RandomUniform RandomUniformInt RandomUniformIntV2 RandomUniformV2 Randperm
        RngReadAndSkipV2 RngSkip SobolSample StatefulRandomBinomial StatefulStandardNormalV2
        StatefulTruncatedNormal StatefulUniform StatefulUniformFullInt StatefulUniformInt
        ThreadUnsafeUnigramCandidateSampler TopKTopPSample TopKTopPSampleV2 TruncatedNormal TruncatedNormalV2
        Uniform UniformCandidateSampler
    """,
    "reduce": """
        AdjacentDifference ArgMaxD ArgMaxGrad ArgMaxGradD ArgMaxV2 ArgMaxWithK ArgMaxWithValue ArgMin ArgMinD
        ArgMinWithValue BiasAddGrad Bincount Cummax Cummin Cumprod CumprodD Cumsum CumsumD CumulativeLogsumexp
        CumulativeLogsumexpD DenseBincount GroupedBiasAddGrad MovingSumWithSigmoid ReduceAll ReduceAllD
        ReduceAny ReduceAnyD ReduceLogSum ReduceLogSumExp ReduceMax ReduceMaxD ReduceMean ReduceMeanD
        ReduceMeanVariance ReduceMeanWithCast ReduceMeanWithCount ReduceMin ReduceMinD ReduceNansum ReduceProd
        ReduceProdD ReduceStd ReduceStdV2 ReduceStdV2Update ReduceStdWithMean ReduceSum ReduceSumD ReduceVar
        Reduction SquareSumAll SquareSumV1 SquareSumV2
    """,
    "resize": """
        AffineGrid CropAndResize CropAndResizeD CropAndResizeGradBoxes CropAndResizeGradImage CropAndResizeV2
        GridSampler2D GridSampler2DGrad GridSampler3D GridSampler3DGrad GridUnnormal IMGWarpResize
        KeepRatioResizeBilinear QuantizedResizeBilinear Resize ResizeArea ResizeBicubic ResizeBicubicGrad
        ResizeBilinearV2 ResizeBilinearV2D ResizeBilinearV2Grad ResizeD ResizeGrad ResizeGradD
        ResizeNearestNeighborV2 ResizeNearestNeighborV2D ResizeNearestNeighborV2Grad
        ResizeNearestNeighborV2GradD ResizeTrilinear ResizeV2 SyncResizeBilinearV2 SyncResizeBilinearV2Grad
        TargetCropAndResize Upsample UpsampleNearest1d UpsampleNearest1dGrad UpsampleNearest3d
        UpsampleNearest3dGrad UpsampleTrilinear3d UpsampleTrilinear3dGrad
    """,
    "rnn": """
        AUGRUHiddenGradCell BasicGRUInplaceFillWindowCache BasicLSTMCell BasicLSTMCellCStateGrad
        BasicLSTMCellInputGrad BasicLSTMCellWeightGrad BasicLSTMInplaceFillWindowCache BasicRNNCell CommonGRU
        CommonLSTM DynamicAUGRU DynamicAUGRUGrad DynamicGRU DynamicGRUCellGrad DynamicGRUV2 DynamicGRUV2Grad
        DynamicGRUV2Hidden DynamicLSTM DynamicLSTMGradCell DynamicLSTMV2 DynamicRNN DynamicRNNGrad
        DynamicRNNV2 DynamicRNNV2Grad DynamicRNNV3 GRUV2HiddenGradCell LSTM LSTMInputGrad LSTMP RNN
    """,
    "runtime": """
        Assert CheckNumerics DataCompare Fingerprint NonFiniteCheck NPUAllocFloatStatus
        NPUAllocFloatStatusOperator NPUClearFloatDebugStatus NPUClearFloatStatus NPUClearFloatStatusOperator
        NPUClearFloatStatusV2 NPUGetFloatDebugStatus NPUGetFloatStatus NPUGetFloatStatusOperator
        NPUGetFloatStatusV2 Print PrintV2 PrintV3 Save SilentCheck Sleep Summary Timestamp
    """,
    "scatter": """
        AddRowRanges DynamicQuantUpdateScatter DynamicQuantUpdateScatterV2 FillWindowCache IndexAdd IndexFill
        IndexFillD IndexPut IndexPutV2 InplaceAdd InplaceAddD InplaceIndexAdd InplaceIndexFill InplaceSub
        InplaceSubD InplaceUpdate InplaceUpdateD MaskedFill MaskedFillRange MaskedScatter QuantUpdateScatter
        Scatter ScatterAdd ScatterAddWithAxis ScatterDiv ScatterElements ScatterElementsV2 ScatterList
        ScatterMax ScatterMaxWithArgmax ScatterMin ScatterMul ScatterNd ScatterNdAdd ScatterNdD ScatterNdMax
        ScatterNdMin ScatterNdSub ScatterNdUpdate ScatterNonAliasingAdd ScatterSub ScatterUpdate StrideAdd
        TensorScatterAdd TensorScatterMax TensorScatterMin TensorScatterSub TensorScatterUpdate
    """,
    "segment": """
        SegmentMax SegmentMaxD SegmentSum UnsortedSegmentMax UnsortedSegmentMaxD UnsortedSegmentMin
        UnsortedSegmentMinD UnsortedSegmentProd UnsortedSegmentProdD UnsortedSegmentSum UnsortedSegmentSumD
    """,
    "shape": """
        AsStrided Bitcast BroadcastArgs BroadcastGradientArgs BroadcastTo BroadcastToD Expand ExpandD
        ExpandDims Flatten FlattenV2 GatherShapes GetDynamicDims GetShape Rank RepeatInterleave
        RepeatInterleaveGrad Reshape Shape ShapeN Size Squeeze SqueezeV2 SqueezeV3 Tile TileD TileWithAxis
        TransShape Unsqueeze UnsqueezeV2 UnsqueezeV3
    """,
    "signal": """
        AudioSpectrogram DecodeWav EncodeWav FFT FFT2D HansDecode HansEncode IFFT IFFT2D IRFFT LDPCDecode Mfcc
        RFFT STFT
    """,
    "slice": """
        Crop ReadSelect Slice SliceD SliceDV2 SliceLastDim SliceWithAxes SliceWrite StridedRead StridedSlice
        StridedSliceAssign StridedSliceAssignD StridedSliceAssignV2 StridedSliceD StridedSliceGrad
        StridedSliceGradD StridedSliceV2 StridedSliceV3 StridedWrite WriteSelect
    """,
    "softmax": """
        AxpyWithSoftmaxAndDropOutDoMask ConfusionSoftmaxGrad DropoutWithMulsAndSoftmaxGrad HardMax
        LogSoftmaxGrad LogSoftmaxV2 MaskedSoftmaxWithRelPosBias ScaledMaskedSoftmax ScaledMaskedSoftmaxGrad
        SoftmaxGrad SoftmaxGradExt SoftmaxV2 SoftmaxV2WithDropOutDoMaskV3D
    """,
    "sort": """
        BoostedTreesBucketize Bucketize BucketizeV2 DynSeqOuter Histogram HistogramFixedWidth
        HistogramFixedWidthD HistogramV2 InplaceTopKDistance InTopK InTopKD InTopKV2 IsotonicRegression
        KthValue ListDiff LowerBound MultiMerge NthElement SearchSorted SegmentSort SingleMerge Sort SortV2
        SortWithIndex TopK TopKD TopKV2 TopKV2D Unique UniqueConsecutive UniqueExt2 UniqueWithCounts
        UniqueWithCountsAndSorting UniqueWithCountsExt2 UpperBound
    """,
    "sparse": """
        AddManySparseToTensorsMap AddSparseToTensorsMap CoalesceSparse DenseCountSparseOutput
        DenseToDenseSetOperation DenseToSparseSetOperation DeserializeManySparse DeserializeSparse
        RaggedCountSparseOutput SerializeManySparse SerializeSparse SetSize SortedSparseSegmentMeanGrad
        SparseAdd SparseAddGrad SparseBincount SparseConcat SparseCountSparseOutput SparseCross
        SparseDenseCwiseAdd SparseDenseCwiseDiv SparseDenseCwiseMul SparseFillEmptyRows
        SparseFillEmptyRowsGrad SparseReduceMax SparseReduceMaxSparse SparseReduceSum SparseReduceSumSparse
        SparseReorder SparseReshape SparseSegmentMean SparseSegmentMeanGrad SparseSegmentSum
        SparseSegmentSumGrad SparseSlice SparseSliceGrad SparseSoftmax SparseSparseMaximum SparseSparseMinimum
        SparseSplit SparseTensorDenseAdd SparseTensorDenseMatMul SparseToDense SparseToSparseSetOperation
        TakeManySparseFromTensorsMap
    """,
    "sparse_optimizer": """
        EmbeddingApplyAdaGrad EmbeddingApplyAdam EmbeddingApplyAdamW EmbeddingApplyFtrl EmbeddingApplyRmsprop
        EmbeddingApplySgd EmbeddingHashTableApplyAdamW SdcaOptimizerV2 SparseApplyAdadelta
        SparseApplyAdadeltaD SparseApplyAdagrad SparseApplyAdagradD SparseApplyAdagradV2 SparseApplyAdagradV2D
        SparseApplyFtrl SparseApplyFtrlD SparseApplyFtrlV2 SparseApplyFtrlV2D SparseApplyProximalAdagrad
        SparseApplyProximalAdagradD SparseApplyRMSProp SparseApplyRMSPropD
    """,
    "special_math": """
        Angle AngleV2 BesselI0e BesselI1e Betainc Complex ComplexAbs Conj Dawsn Digamma Erf Erfc Erfinv Expint
        FresnelCos FresnelSin Igamma Igammac IgammaGradA Imag Lgamma Ndtri NextAfter Real Sinc Spence Xdivy
        Xlog1py Xlogy Zeta
    """,
    "stateless_random": """
        DSAStatelessRandomNormal DSAStatelessRandomTruncatedNormal DSAStatelessRandomUniform
        StatelessBernoulli StatelessBernoulliV2 StatelessMultinomial StatelessNormal
        StatelessParameterizedTruncatedNormal StatelessRandom StatelessRandomBinomial
        StatelessRandomChoiceWithMask StatelessRandomGammaV2 StatelessRandomGetAlg
        StatelessRandomGetKeyCounter StatelessRandomGetKeyCounterAlg StatelessRandomNormalV2
        StatelessRandomPoisson StatelessRandomUniformFullInt StatelessRandomUniformFullIntV2
        StatelessRandomUniformInt StatelessRandomUniformIntV2 StatelessRandomUniformV2 StatelessRandperm
        StatelessTruncatedNormalV2 StatelessUniform
    """,
    "string": """
        AsString DecodeBase64 DecodeCSV DecodeRaw EditDistance EncodeBase64 ParseExample ParseSingleExample
        ParseSingleSequenceExample ParseTensor ReduceJoin RegexFullMatch RegexReplace StaticRegexFullMatch
        StaticRegexReplace StringFormat StringJoin StringLength StringLower StringNGrams StringNormalizer
        StringSplit StringSplitV2 StringStrip StringToHashBucket StringToHashBucketFast
        StringToHashBucketStrong StringToNumber StringUpper Substr TfIdfVectorizer UnicodeDecode
        UnicodeDecodeWithOffsets UnicodeEncode UnicodeScript UnicodeTranscode UnsortedSegmentJoin
    """,
    "structure": """
        Aipp AippData AssistHelp AtomicAddrClean CacheUpdate Cmo Const Constant ConstPlaceHolder Copy Data
        DynamicAtomicAddrClean End EnsureShape FileConstant GuaranteeConst Identity IdentityN InitData
        InternalDataMove MemSet MemSetV2 NoOp PassThrough PlaceHolder PlaceholderWithDefault PreventGradient
        QueueData RefData Snapshot StopGradient TensorMove TensorRedirect UpdateTensorDesc ViewCopy
    """,
    "tensor_list": """
        EmptyTensorList EmptyTensorMap TensorArray TensorArrayClose TensorArrayConcat TensorArrayGather
        TensorArrayGrad TensorArrayGradWithShape TensorArrayRead TensorArrayScatter TensorArraySize
        TensorArraySplit TensorArrayWrite TensorListConcatLists TensorListConcatV2 TensorListElementShape
        TensorListFromTensor TensorListGather TensorListGetItem TensorListLength TensorListPopBack
        TensorListPushBack TensorListPushBackBatch TensorListReserve TensorListResize
        TensorListScatterIntoExistingList TensorListScatterV2 TensorListSetItem TensorListSplit
        TensorListStack TensorMapErase TensorMapHasKey TensorMapInsert TensorMapLookup TensorMapSize
        TensorMapStackKeys
    """,
    "transform": """
        BatchToSpace BatchToSpaceD BatchToSpaceND BatchToSpaceNDD Col2im Col2ImV2 Compress CompressFcOp
        ConfusionTranspose ConfusionTransposeD DataFormatDimMap DataFormatVecPermute DepthToSpace
        ExtractImagePatches ExtractVolumePatches Im2col Permute ReverseSequence ReverseV2 ReverseV2D Roll
        RollV2 ShuffleChannel SpaceToBatch SpaceToBatchD SpaceToBatchND SpaceToBatchNDD SpaceToDepth TransData
        TransDataRNN Transpose TransposeD
    """,
    "variable": """
        Assign AssignAdd AssignAddVariableOp AssignSub AssignSubVariableOp AssignVariableOp CountUpTo
        DestroyTemporaryVariable IsVariableInitialized ReadVariableOp TemporaryVariable VarHandleOp Variable
        VarIsInitializedOp
    """,
    "vector_search": """
        BallQuery CalcBucketsLimitAndOffset Coordinates1DTo2D GenADC IndexToAddr KMeansCentroids ScanPQCodes
        StackBallQuery TopKPQDistance TopKPQDistanceMerge TopKPQDistanceV2
    """,
}

FAMILY_OF: dict[str, str] = {name: family for family, names in FAMILIES.items() for name in names.split()}

# Operators of the engine that GE files contain and no public header declares; see internal.py.
INTERNAL = (
    "AnnData",
    "FrameworkOp",
    "hvdCallbackAllgather",
    "hvdCallbackAllreduce",
    "hvdCallbackBroadcast",
    "InnerIdentity",
    "LabelGotoEx",
    "LabelSet",
    "LabelSwitchByIndex",
    "MemcpyAddrAsync",
    "MemcpyAsync",
    "NetOutput",
    "Recv",
    "RefIdentity",
    "ReFormat",
    "Send",
    "StreamActive",
    "StreamMerge",
    "StreamSwitch",
    "StreamSwitchN",
    "VariableV2",
)
