"""Which public sources declare each operator, and where a source says something else than the catalogue does.

Three repositories declare operators: ops-nn, ops-math and graphengine. In the first two an operator has a header of its
own, or stands in a catch-all header ("extend"), an experimental tree or an example; stubs and templates do not count.
Two operators have no public header: their prototypes are read from the calls of CANN's unit tests ("unit tests"), with
the ports and attributes that these name and the types of their kin. The catalogue follows the first in `ORDER`; what the others say instead stands in `source_differences.txt`:

    operator | source | input x1 x2, output y | what differs | what the source has

Compared are ports, data types, symbols, attributes and defaults, not the wording of a type set.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

__all__ = ["DECLARED", "KINDS", "ORDER", "Difference", "differences_of", "followed", "sources_of"]

# source: its place in the order in which the catalogue follows them
ORDER = {
    "ops-nn": 0,
    "ops-math": 0,
    "ops-nn extend": 1,
    "ops-math extend": 1,
    "graphengine": 2,
    "ops-nn experimental": 3,
    "ops-math experimental": 3,
    "ops-nn example": 4,
    "ops-math example": 4,
    "unit tests": 5,
}

# what may differ, and what it says about the source
KINDS = {
    "absent": "lacks it",
    "added": "has it beside those of the catalogue",
    "types without": "does not take these types there",
    "types with": "takes these types there too",
    "symbol": "types it by this DATATYPE symbol, or by none",
    "kind": "requires it, or does not, or types the attribute otherwise",
    "default": "has this default",
    "order": "has this order",
}


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that a source says otherwise."""

    op: str
    source: str  # one of `ORDER`
    at: str  # as in the file: `input x1 x2, output y`, `attr axis`, `attrs`
    what: str  # one of `KINDS`
    theirs: str  # what the source has: types, a default, a kind, an order; "" where it has nothing

    @property
    def parts(self) -> tuple[tuple[str, str], ...]:
        """What `at` names, one by one: ("input", "x1"), ("input", "x2"), ("output", "y")."""
        words = [part.split(" ") for part in self.at.split(", ")]
        return tuple((kind, name) for kind, *names in words for name in names or [""])

    def __str__(self) -> str:
        return f"{self.at}: {self.what}{' ' if self.theirs else ''}{self.theirs}"


@cache
def _sources() -> dict[str, tuple[str, ...]]:
    return {name: tuple(key.split(", ")) for key, names in DECLARED.items() for name in names.split()}


@cache
def _differences() -> dict[str, tuple[Difference, ...]]:
    found: dict[str, list[Difference]] = {}
    text = Path(__file__).with_name("source_differences.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        name, source, at, what, theirs = (field.strip() for field in line.split("|"))
        found.setdefault(name, []).append(Difference(name, source, at, what, theirs))
    return {name: tuple(items) for name, items in found.items()}


def sources_of(name: str) -> tuple[str, ...]:
    """The sources that declare an operator; none for the engine's own ones and unknown names.

    >>> sources_of("Conv2D")
    ('graphengine', 'ops-nn extend')
    """
    return _sources().get(name, ())


def followed(name: str) -> str:
    """The source that the catalogue follows; "" for operators that no public source declares.

    Where both ops-nn and ops-math declare an operator, it is the one that agrees with the prototype.

    >>> followed("Conv2D"), followed("Abs"), followed("NetOutput")
    ('ops-nn extend', 'ops-math', '')
    """
    other = {item.source for item in differences_of(name)}
    return min(sources_of(name), key=lambda source: (ORDER[source], source in other), default="")


def differences_of(name: str) -> tuple[Difference, ...]:
    """Where the sources of an operator differ from its prototype in the catalogue.

    >>> [str(item) for item in differences_of("AvgPoolV2Grad")][-1]
    'attr divisor_override: absent'
    """
    return _differences().get(name, ())


# sources, and the operators that exactly these declare
DECLARED: dict[str, str] = {
    "graphengine": """
        _If _ParallelConcatStart _While AccumulatorApplyGradient AccumulatorNumAccumulated AccumulatorSetGlobalStep
        AccumulatorTakeGradient AdaptiveAvgPool AddManySparseToTensorsMap AddSparseToTensorsMap AdjustBrightness
        AdjustBrightnessV2 AdjustContrast AdjustContrastWithMean AdjustHue AdjustSaturation AdjustSaturationV2
        AdpGetNext AffineGrid AGLU Aipp AippData AllCandidateSampler AllGatherMatmul AlltoAllAllGatherBatchMatMul
        AnchorResponseFlags Angle AnonymousSeedGenerator ApplyAdadeltaD ApplyAdagradDAD ApplyAdagradV2D ApplyAdaMaxD
        ApplyAdamWithAmsgradD ApplyAddSignD ApplyCamePart1 ApplyCamePart2 ApplyCamePart3 ApplyCamePart4
        ApplyCenteredRMSPropD ApplyFtrlD ApplyFtrlV2D ApplyKerasMomentumD ApplyMomentumD ApplyPowerSignD
        ApplyProximalAdagradD ApplyRMSPropD ApplyRotaryPosEmb ArgMaxD ArgMaxGrad ArgMaxGradD ArgMaxWithK ArgMinD
        AscendPadding AssignAddVariableOp AssignSubVariableOp AssignVariableOp AssistHelp AsString AtomicAddrClean
        AttentionLnQKV AttentionQKVGradW AttentionQKVGradX AttentionScore AttentionScoreGrad AudioSpectrogram
        AUGRUHiddenGradCell AvgPool1DD AvgPool3DD AvgPool3DGradD AvgPoolGradD AvgPoolV2GradD BackgroundReplace
        BalanceRois BandedTriangularSolve Barrier BarrierClose BarrierIncompleteSize BarrierInsertMany
        BarrierReadySize BarrierTakeMany BasicLSTMCell BasicLSTMCellCStateGrad BasicLSTMCellInputGrad
        BasicLSTMCellWeightGrad BasicRNNCell Batch BatchDilatePolys BatchEnqueue BatchMatMulReduceScatterAlltoAll
        BatchMultiClassNonMaxSuppression BatchToSpaceD BatchToSpaceNDD Betainc Bias BlendImagesCustom BNInference
        BNInferenceD BoostedTreesBucketize BoundingBoxDecode BoundingBoxEncode BroadcastArgs BroadcastToD CacheAdd
        CacheAllIndexToLocal CacheRemoteIndexToLocal CacheUpdate Case CastLike CdistGrad CheckNumerics CheckValid
        CholeskyGrad CIoU CIoUGrad ClipBoxes ClipBoxesD Col2im Col2ImV2 Combinations CombinedNonMaxSuppression Complex
        Compress CompressFcOp ComputeAccidentalHits ConcatFromSequence ConcatOffsetD ConcatV2D ConditionalAccumulator
        ConditionCalc CondTake ConfusionMulGrad ConfusionTranspose Const ConstPlaceHolder ContinuationIndicator
        ControlTrigger Conv2DBackpropFilter Conv2DBackpropFilterD Conv2DBackpropInput Conv2DBackpropInputD
        Conv2DCompress Conv2DTransposeD Conv3DBackpropFilter Conv3DBackpropFilterD Conv3DBackpropInput
        Conv3DBackpropInputD Conv3DTransposeD Copy CountUpTo Crop CropAndResize CropAndResizeD CropAndResizeGradBoxes
        CropAndResizeGradImage CropAndResizeV2 CTCBeamSearchDecoder CTCGreedyDecoder CTCLoss Cummax Cummin CumprodD
        CumsumD CumulativeLogsumexpD Data DataFormatVecPermute DecodeAndCropJpeg DecodeBase64 DecodeBbox DecodeBboxV2
        DecodeBmp DecodeBoundariesTarget DecodeCornerpointsTargetBG DecodeCornerpointsTargetWrtCenterV1 DecodeCSV
        DecodeGif DecodeImage DecodeJpeg DecodePng DecodeRaw DecodeWav DecodeWheelsTarget Deconvolution
        DeleteSeedGenerator DenseCountSparseOutput DenseImageWarp DenseImageWarpGrad DenseToDenseSetOperation
        DenseToSparseSetOperation DepthwiseConv2D DepthwiseConv2DBackpropFilter DepthwiseConv2DBackpropFilterD
        DepthwiseConv2DBackpropInput DepthwiseConv2DBackpropInputD DepthwiseWeight4DTo6D DepthwiseWeight6DTo4D Dequeue
        DeserializeManySparse DeserializeSparse DestroyTemporaryVariable DeviceQueueDataset DiagD DiagPartD Digamma
        Dilation Dilation2DBackpropFilter Dilation2DBackpropInput DIoU DIoUGrad DrawBoundingBoxes DrawBoundingBoxesV2
        Dropout DropOutGenMask DropOutGenMaskV3 DropOutGenMaskV4 DropoutV2 DropoutWithMulsAndSoftmaxGrad
        DSARandomTruncatedNormal DSAStatelessGenBitMask DSAStatelessRandomNormal DSAStatelessRandomTruncatedNormal
        DSAStatelessRandomUniform DummySeedGenerator DynamicAtomicAddrClean DynamicAUGRU DynamicAUGRUGrad
        DynamicGetNext DynamicGetNextV2 DynamicGRU DynamicGRUCellGrad DynamicGRUV2Grad DynamicGRUV2Hidden DynamicLSTM
        DynamicLSTMGradCell DynamicLSTMV2 DynamicRNNGrad DynamicRNNV2Grad DynamicRNNV3 EditDistance
        EmbeddingApplyAdaGrad EmbeddingApplyAdam EmbeddingApplyAdamW EmbeddingApplyFtrl EmbeddingApplyRmsprop
        EmbeddingApplySgd EmbeddingComputeVarExport EmbeddingComputeVarImport EmbeddingFeatureMapping
        EmbeddingFeatureMappingExport EmbeddingFeatureMappingFileSize EmbeddingFeatureMappingFind
        EmbeddingFeatureMappingImport EmbeddingFeatureMappingInsert EmbeddingFeatureMappingTableSize
        EmbeddingFeatureMappingV2 EmbeddingLocalIndex EmbeddingRankId EmbeddingTableEvict EmbeddingTableExport
        EmbeddingTableFind EmbeddingTableFindAndInit EmbeddingTableImport EmptyTensorList EmptyTensorMap EncodeBase64
        EncodeJpeg EncodeJpegVariableQuality EncodePng EncodeWav End EndOfSequence EnsureShape EuclideanNormD Exit
        ExpandD Exponential ExponentialDecayLR ExtractGlimpse ExtractGlimpseV2 ExtractImagePatches ExtractJpegShape
        ExtractVolumePatches FakeQueue FakeRemoteLookupUniqued FastrcnnPredictions FFN FFT FFT2D FIFOQueue
        FileConstant FillD FillDiagonal FillV2D FillWindowCache Fingerprint FixedUnigramCandidateSampler FixPipe
        FlashAttentionScore FlashAttentionScoreGrad FlattenV2 FlowFunc For FractionalAvgPool FractionalAvgPoolGrad
        FractionalMaxPool FractionalMaxPoolGrad FSRDetectionOutput FullyConnection FullyConnectionCompress
        FusedBatchNormV2 FusedInferAttentionScore GatherD GatherV2D GaussianBlur GenADC GenerateBoundingBoxProposals
        Geometric GetNext GetNextFromQueue GetNextV2 GIoU GIoUGrad GridAssignPositive GridSampler2D GridSampler2DGrad
        GridSampler3D GridSampler3DGrad GridUnnormal GroupedMatmul GroupedMatMulAllReduce GRUV2HiddenGradCell
        GuaranteeConst HardSwish HardSwishGrad HashTable HcomAllGather HcomAllReduce HcomAllToAll HcomAllToAllV
        HcomAllToAllVC HcomBroadcast HcomGatherAllToAllV HcomReceive HcomReduce HcomReduceScatter HcomRemoteRead
        HcomRemoteRefRead HcomRemoteScatterWrite HcomRemoteWrite HcomSend HistogramFixedWidthD HorovodAllgather
        HorovodAllreduce HorovodBroadcast HSVToRGB IFFT IFFT2D Igamma Igammac IgammaGradA Imag
        ImageProjectiveTransform ImageProjectiveTransformV2 ImageUnfold ImgCrop ImgToTensor IMGWarp IMGWarpOffsets
        IMGWarpResize IncreFlashAttention IndexAdd IndexPut INInferV2D InitData InitEmbeddingHashmap InitializeTable
        InitPartitionMap InplaceAddD InplaceMatmulAllReduceAddRmsNorm InplaceSubD InplaceUpdateD InstanceNormV2
        InternalDataMove InTopKD InTopKV2 Iou Iou3D IRFFT IsotonicRegression IsVariableInitialized IteratorGetNext
        IteratorV2 KeepRatioResizeBilinear KLDiv KMeansCentroids LarsV2 LayerNormBetaGammaBackprop
        LayerNormBetaGammaBackpropV2 LayerNormXBackprop LayerNormXBackpropV2 LayerNormXBackpropV3 LDPCDecode
        LearnedUnigramCandidateSampler Lgamma ListDiff LNDropoutGrad LogAddExp LogMatrixDeterminant LogSpaceD
        LogUniformCandidateSampler LookupTableExport LookupTableFind LookupTableImport LookupTableInsert
        LookupTableRemove LookupTableSize LoopCond LowerBound LpNorm LruCache LRUCacheV2 LSTM LSTMInputGrad Lu LUT3D
        MakeIterator MapClear MapIncompleteSize MapPeek MapSize MapStage MapUnstage MapUnstageNoKey MaskedFillRange
        MatMul MatmulAllReduce MatmulAllReduceAddRmsNorm MatmulLayerNormReduce MatmulReduceScatter MatMulV2Compress
        MatrixBandPart MatrixDeterminant MatrixDiagD MatrixDiagPartD MatrixDiagPartV2 MatrixSetDiagD MatrixSetDiagV3
        MatrixSolve MatrixSolveLs MatrixSquareRoot MatrixTriangularSolve MaximumGrad MaxN MaxPool3DGradGrad
        MaxPool3DWithArgmax Mfcc MinimumGrad MirrorPadGrad MoeComputeExpertTokens MoeFinalizeRouting
        MoeGatingTopKSoftmax MoeInitRouting MoeInitRoutingQuant MoeInitRoutingV2 MoeTutelCombineGates MoeTutelCombineX
        MoeTutelDispatch MrgbaCustom MultiHeadAttention MultiHeadAttentionGrad MultiMerge MultinomialAliasDraw
        MultinomialAliasSetup MultinomialFuss MultinomialWithReplacement MutableDenseHashTable MutableHashTable
        MutableHashTableOfTensors MVN NextAfter NMSWithMask NonDeterministicInts NonMaxSuppression
        NonMaxSuppressionBucketize NonMaxSuppressionV2 NonMaxSuppressionV3 NonMaxSuppressionV4 NonMaxSuppressionV5
        NonMaxSuppressionV6 NonMaxSuppressionV7 NonMaxSuppressionWithOverlaps NoOp Normal Normalize NormalizeV2
        NPUAllocFloatStatusOperator NPUClearFloatDebugStatus NPUClearFloatStatus NPUClearFloatStatusOperator
        NPUClearFloatStatusV2 NPUGetFloatDebugStatus NPUGetFloatStatus NPUGetFloatStatusOperator NPUGetFloatStatusV2
        NthElement OCRDetectionPostHandle OCRDetectionPreHandle OCRFindContours OCRIdentifyPreHandle
        OCRRecognitionPreHandle OpTiling OptionalGetValue OrderedMapClear OrderedMapIncompleteSize OrderedMapPeek
        OrderedMapSize OrderedMapStage OrderedMapUnstage OrderedMapUnstageNoKey OutfeedEnqueueOp OutfeedEnqueueOpV2
        PadD PaddingFIFOQueue PadV2D PadV3D ParallelConcat ParallelDynamicStitch ParameterizedTruncatedNormal
        ParseExample ParseSingleExample ParseSingleSequenceExample ParseTensor PartitionedCall PassThrough PeekData
        Pinverse PlaceHolder PlaceholderWithDefault Poisson Pooling PreventGradient Print PrintV2 PrintV3 PriorBox
        PriorBoxD PriorBoxDV2 PriorityQueue ProdEnvMatA ProdEnvMatACalcDescrpt PromptFlashAttention Proposal ProposalD
        PSROIPooling PSROIPoolingGradV2D PtIou Qr QuantizedResizeBilinear QueueClose QueueData QueueDequeue
        QueueDequeueMany QueueDequeueUpTo QueueEnqueue QueueEnqueueMany QueueIsClosed QueueSize RaggedBincount
        RaggedCountSparseOutput RaggedGather RaggedRange RaggedTensorFromVariant RaggedTensorToSparse
        RaggedTensorToTensor RandomGamma RandomGammaGrad RandomPoisson RandomShuffle RandomShuffleQueue Randperm
        RangeD ReadSelect ReadVariableOp ReciprocalGrad RecordInput ReduceAllD ReduceAnyD ReduceJoin ReduceLogSum
        ReduceMaxD ReduceMeanD ReduceMeanVariance ReduceMeanWithCount ReduceMinD ReduceNansum ReduceProdD ReduceStd
        ReduceSumD Reduction RefData RefEnter RefExit RefNextIteration RegexFullMatch RegexReplace Remap Renorm
        ResizeAndClipPolys ResizeArea ResizeBicubic ResizeBicubicGrad ResizeBilinearV2 ResizeBilinearV2D
        ResizeBilinearV2Grad ResizeD ResizeGrad ResizeGradD ResizeNearestNeighborV2D ResizeNearestNeighborV2Grad
        ResizeNearestNeighborV2GradD ResizeTrilinear ResizeV2 ResourceAccumulatorApplyGradient
        ResourceAccumulatorNumAccumulated ResourceAccumulatorSetGlobalStep ResourceAccumulatorTakeGradient
        ResourceConditionalAccumulator ReverseV2D RFFT RgbToGrayscale RGBToHSV RingAttentionUpdate RngReadAndSkipV2
        RngSkip RNN RnnGenMask RnnGenMaskV2 RNNTLoss ROIAlign ROIAlignGrad RoiAlignRotated RoiExtractor
        RoiPoolingGradWithArgMax RoiPoolingWithArgMax RollV2 RotaryMul RotaryMulGrad RotaryPositionEmbedding
        RotaryPositionEmbeddingGrad Rotate RotatedBoxDecode RotatedBoxEncode RotatedIou RotatedOverlaps
        RpnProposalPostProcessing RpnProposals RpnProposalsD SampleDistortedBoundingBox SampleDistortedBoundingBoxExt2
        Save Scale ScaleAndTranslate ScaleAndTranslateGrad ScaledMaskedSoftmax ScaledMaskedSoftmaxGrad ScanPQCodes
        ScatterAddWithAxis ScatterNdD SdcaOptimizerV2 SegmentMax SegmentMaxD SegmentSort SelfAdjointEig SequenceAt
        SequenceConstruct SequenceEmpty SequenceErase SequenceInsert SequenceLength SerializeManySparse
        SerializeSparse SetSize ShuffleChannel SigmoidCrossEntropyWithLogitsGradV2 SigmoidFocalLoss
        SigmoidFocalLossGrad SilentCheck SingleMerge SliceD SliceDV2 Slogdet Snapshot SobolSample
        SoftmaxV2WithDropOutDoMaskV3D SortedNMS SortV2 SpaceToBatchD SpaceToBatchNDD SparseAccumulatorApplyGradient
        SparseAccumulatorTakeGradient SparseAdd SparseAddGrad SparseApplyAdadeltaD SparseApplyAdagrad
        SparseApplyAdagradD SparseApplyAdagradV2D SparseApplyFtrlD SparseApplyFtrlV2D SparseApplyProximalAdagradD
        SparseApplyRMSPropD SparseConcat SparseConditionalAccumulator SparseCountSparseOutput SparseCross
        SparseDenseCwiseAdd SparseDenseCwiseDiv SparseDenseCwiseMul SparseFillEmptyRowsGrad SparseReduceMax
        SparseReduceMaxSparse SparseReduceSum SparseReduceSumSparse SparseReorder SparseSliceGrad SparseSoftmax
        SparseSparseMaximum SparseSparseMinimum SparseSplit SparseTensorDenseAdd SparseToSparseSetOperation
        SpatialTransformer SpatialTransformerD SplitToSequence SplitVD SPP SquareSumV2 SSDDetectionOutput Stack
        StackClose StackPop StackPush Stage StageClear StagePeek StageSize StatefulPartitionedCall
        StatefulRandomBinomial StatefulStandardNormalV2 StatefulTruncatedNormal StatefulUniform StatefulUniformFullInt
        StatefulUniformInt StatelessCase StatelessIf StatelessMultinomial StatelessParameterizedTruncatedNormal
        StatelessRandomBinomial StatelessRandomGammaV2 StatelessRandomGetAlg StatelessRandomGetKeyCounter
        StatelessRandomGetKeyCounterAlg StatelessRandomPoisson StatelessRandomUniformFullInt
        StatelessRandomUniformFullIntV2 StatelessRandomUniformInt StatelessRandomUniformIntV2
        StatelessSampleDistortedBoundingBox StatelessWhile StaticRegexFullMatch StaticRegexReplace StopGradient
        StridedRead StridedSliceAssignD StridedSliceD StridedSliceGradD StridedWrite StringFormat StringJoin
        StringLength StringLower StringNGrams StringNormalizer StringSplit StringSplitV2 StringStrip
        StringToHashBucket StringToHashBucketFast StringToHashBucketStrong StringToNumber StringUpper SubSample
        SubSampleLabels Substr Summary Svd SwapCo SwinAttentionFFN SwinAttentionScore SwinAttentionScoreQuant
        SwinTransformerLnQKV SwinTransformerLnQkvQuant Sxpy SyncBatchNormGatherStatsWithCounts SyncResizeBilinearV2
        SyncResizeBilinearV2Grad TableToResource TakeManySparseFromTensorsMap TargetCropAndResize TemporaryVariable
        TensorArray TensorArrayClose TensorArrayConcat TensorArrayGather TensorArrayGrad TensorArrayGradWithShape
        TensorArrayRead TensorArrayScatter TensorArraySize TensorArraySplit TensorArrayWrite TensorListConcatLists
        TensorListConcatV2 TensorListElementShape TensorListFromTensor TensorListGather TensorListGetItem
        TensorListLength TensorListPopBack TensorListPushBack TensorListPushBackBatch TensorListReserve
        TensorListResize TensorListScatterIntoExistingList TensorListScatterV2 TensorListSetItem TensorListSplit
        TensorListStack TensorMapErase TensorMapHasKey TensorMapInsert TensorMapLookup TensorMapSize
        TensorMapStackKeys TensorScatterMax TensorScatterMin TensorScatterSub TfIdfVectorizer
        ThreadUnsafeUnigramCandidateSampler ThresholdedRelu ThresholdV2D TileD Timestamp ToAbsoluteBBox ToBool
        TomeMerge TomeUnmerge TopKD TopKPQDistanceMerge TransArgb TransDataRNN TransposeD TransShape TridiagonalSolve
        Unbatch UnbatchGrad UnicodeDecode UnicodeDecodeWithOffsets UnicodeEncode UnicodeScript UnicodeTranscode
        Uniform UniformCandidateSampler UninitEmbeddingHashmap UninitPartitionMap UniqueExt2 UniqueWithCountsExt2
        UnravelIndex UnsortedSegmentJoin UnsortedSegmentMaxD UnsortedSegmentMinD UnsortedSegmentProdD
        UnsortedSegmentSumD Unstage UpdateTensorDesc UpperBound Upsample UpsampleNearest1d UpsampleNearest1dGrad
        UpsampleNearest3d UpsampleNearest3dGrad UpsampleTrilinear3d UpsampleTrilinear3dGrad VarHandleOp Variable
        VarIsInitializedOp WarpAffine WarpAffineV2 WarpPerspective While WriteSelect WtsARQ Yolo YoloBoxesEncode
        YoloPreDetection YoloV2DetectionOutput YoloV2DetectionOutputD YoloV3DetectionOutput YoloV3DetectionOutputD
        YoloV3DetectionOutputV2 YoloV3DetectionOutputV2D YoloV5DetectionOutput YoloV5DetectionOutputD
        YoloxBoundingBoxDecode
    """,
    "graphengine, ops-nn": """
        ActsULQ ActsULQInputGrad ActULQClampMaxGrad ActULQClampMinGrad AdamApplyOne AdamApplyOneAssign
        AdamApplyOneWithDecay AdamApplyOneWithDecayAssign AdaptiveAvgPool2d AdaptiveAvgPool2dGrad AddLayerNorm
        AddLayerNormGrad AddLayerNormQuant AddRmsNorm AddRmsNormQuant AddRowRanges ApplyAdadelta ApplyAdam ApplyAdaMax
        ApplyAdamV2 ApplyCenteredRMSProp ApplyFtrl ApplyFtrlV2 ApplyKerasMomentum ApplyMomentum ApplyProximalAdagrad
        ApplyProximalGradientDescent ApplyRMSProp AscendAntiQuant AscendAntiQuantV2 AscendDequant AscendQuant
        AscendQuantV2 Assert AvgPool1D AvgPool1DAvgMatrix AvgPool3D AvgPool3DGrad AvgPoolGrad AvgPoolV2Grad BatchNorm
        BatchNormGrad BinaryCrossEntropy BinaryCrossEntropyGrad BNInferGrad BNLL BNTrainingReduce BNTrainingUpdateV2
        BNTrainingUpdateV3 BroadcastGradientArgs Bucketize ChamferDistanceGrad ConcatOffset ConfusionSoftmaxGrad
        CTCLossV2 CTCLossV2Grad DataFormatDimMap DeepNorm DeepNormGrad DeformableOffsets DeformableOffsetsGrad
        Dequantize Dilation2D DuaQuantizeAddLayerNorm DynamicQuant DynamicQuantUpdateScatter DynamicQuantV2 DynamicRNN
        DynamicRNNV2 EluGrad EluGradV2 EmbeddingBag Erfinv EuclideanNorm FakeQuantAffineCachemask
        FakeQuantWithMinMaxArgs FakeQuantWithMinMaxArgsGradient FakeQuantWithMinMaxVars
        FakeQuantWithMinMaxVarsGradient FakeQuantWithMinMaxVarsPerChannel FakeQuantWithMinMaxVarsPerChannelGradient
        FastGelu FastGeluGrad FusedMulApplyMomentum FusedMulApplyMomentumExtern GatherElements GatherNd GeGluGradV2
        Gelu GeluGrad GeluQuant GLU GLUGrad GroupNormGrad GroupNormSilu GroupNormV2 HardShrink HardShrinkGrad
        HardtanhGrad IFMR IndexToAddr InplaceAddLayerNorm InplaceAddRmsNorm InplaceIndexAdd InplaceUpdate InstanceNorm
        KlDivLossGrad L1LossGrad L2Loss LambApplyOptimizerAssign LambApplyWeightAssign LambNextMV LambNextMVWithDecay
        LambNextRight LambUpdateWithLr LambUpdateWithLrV2 LayerNorm LayerNormGrad LayerNormGradV3 LayerNormV3
        LayerNormV4 LeakyRelu LeakyReluGrad LogSigmoid LogSigmoidGrad LogSoftmaxGrad LpLoss LpNormUpdate LpNormV2
        MapIndex MaskedScatter MaskedSoftmaxWithRelPosBias MaxPool3DGrad MaxPoolGrad MaxPoolGradWithArgmax
        MaxPoolGradWithArgmaxV1 MaxPoolV2 MaxPoolV3Grad MaxPoolWithArgmax MaxPoolWithArgmaxV1 Mish MishGrad MseLoss
        MseLossGrad MVNV2 NLLLoss NLLLossGrad NonZero NonZeroWithValueShape NonZeroWithValueShapeV2 NormalizeBBox
        NPUAllocFloatStatus PRelu PReluGrad QuantBatchMatmulV3 QuantConv2D Quantize QuantizeAddLayerNorm
        QuantUpdateScatter Relu6 Relu6D Relu6Grad ReluGrad ReluGradV2 RepeatInterleave RepeatInterleaveGrad
        ReverseSequence ReverseV2 RmsNorm RmsNormGrad Scatter ScatterAdd ScatterDiv ScatterElements ScatterElementsV2
        ScatterList ScatterMax ScatterMaxWithArgmax ScatterMin ScatterMul ScatterNd ScatterNdAdd ScatterNdMax
        ScatterNdMin ScatterNdSub ScatterNdUpdate ScatterNonAliasingAdd ScatterSub ScatterUpdate SegmentSum Selu
        SeluGrad Shrink SigmoidCrossEntropyWithLogits SigmoidCrossEntropyWithLogitsGrad
        SigmoidCrossEntropyWithLogitsV2 SigmoidGrad SiluGrad SmoothL1Loss SmoothL1LossGradV2 SmoothL1LossV2
        SoftMarginLossGrad SoftmaxCrossEntropyWithLogits SoftmaxGrad SoftmaxGradExt SoftmaxV2 Softplus SoftplusGrad
        SoftplusV2Grad SoftShrinkGrad SparseApplyAdadelta SparseApplyAdagradV2 SparseApplyFtrl SparseApplyFtrlV2
        SparseApplyProximalAdagrad SparseApplyRMSProp SparseFillEmptyRows SparseSegmentMean SparseSegmentSum
        SparseSegmentSumGrad SparseSlice SparseSoftmaxCrossEntropyWithLogits SparseTensorDenseMatMul SparseToDense
        SwiGlu SwiGluGrad SwishGrad SyncBatchNormBackwardElemt SyncBatchNormBackwardReduce SyncBNTrainingUpdate
        TensorScatterUpdate Threshold ThresholdGradV2D ThresholdV2 TransQuantParamV2 UniqueConsecutive
        UnsortedSegmentMax UnsortedSegmentMin UnsortedSegmentProd UnsortedSegmentSum WeightQuantBatchMatmulV2 Where
    """,
    "graphengine, ops-nn, ops-nn extend": """
        AdaptiveMaxPool2d ApplyAdagrad AvgPool AvgPoolV2 BN3DTrainingReduce Celu ChamferDistance CosineEmbeddingLoss
        FusedMulApplyKerasMomentum GeGluV2 GlobalLpPool HardSigmoid INInferV2 InstanceNormGrad INTrainingReduceV2
        INTrainingUpdateGrad L2NormalizeGrad LarsV2Update LogSoftmaxV2 LpNormUpdateV2 MaxPool
        MaxPoolGradGradWithArgmax MultilabelMarginLoss NonZeroWithValue PoissonNllLoss Relu SGD SmoothL1LossGrad
        SoftmaxFocalLoss SoftmaxFocalLossGrad SparseSegmentMeanGrad
    """,
    "graphengine, ops-nn, ops-nn experimental": """
        ApplyAdagradD ApplyAdamD ApplyGradientDescent CeluV2 Elu EmbeddingDenseGrad FastGeluV2 GatherV2 GroupNorm
        HardSigmoidGrad IndexFillD MaxPool3D MaxPoolV3 ReluV2 Sigmoid SoftplusV2 Softsign SoftsignGrad Swish
        SyncBatchNormGatherStats
    """,
    "graphengine, ops-nn, ops-math extend": "InplaceAdd InplaceSub",
    "graphengine, ops-nn extend": """
        ApplyAdagradDA ApplyAdagradV2 ApplyAdamWithAmsgrad ApplyAdamWithAmsgradV2 ApplyAddSign ApplyPowerSign
        AscendDequantS16 AscendRequant AscendRequantS16 AscendWeightQuant AxpyWithSoftmaxAndDropOutDoMask
        BasicGRUInplaceFillWindowCache BasicLSTMInplaceFillWindowCache BatchMatMul BatchMatMulV2 BatchNorm3D
        BatchNorm3DGrad BatchNormExt2 BatchNormGradExt2 BN3DTrainingReduceGrad BN3DTrainingUpdate
        BN3DTrainingUpdateGrad BNInfer BNTrainingReduceGrad BNTrainingUpdate BNTrainingUpdateGrad Centralization
        CommonGRU CommonLSTM Conv2D Conv2DTranspose Conv3D Conv3DTranspose DeformableConv2D DynamicGRUV2 DynSeqOuter
        Einsum Empty Enter Gather GatherShapes GEMM GNTrainingReduce GNTrainingUpdate GroupNormRelu HardMax If
        IndexByTensor INTrainingReduceGrad INTrainingUpdateGradGammaBeta INTrainingUpdateV2 L2Normalize
        LayerNormUpdate LpNormReduce LpNormReduceV2 LRN LRNGrad LSTMP MaskedSelect MaskedSelectV2 MatMulV2
        MatrixInverse MaxPoolExt2 MaxPoolGradGrad MaxPoolGradWithArgmaxV2 MaxPoolWithArgmaxV2 Merge
        MovingSumWithSigmoid NextIteration NormalizeBatch PSROIPoolingV2 RefMerge RefSwitch Resize
        ResizeNearestNeighborV2 ROIPooling Size SoftMarginLoss SoftmaxCrossEntropyLoss SoftShrink Switch SwitchN
        TensorScatterAdd Unique UniqueWithCounts UniqueWithCountsAndSorting
    """,
    "graphengine, ops-nn extend, ops-math": "TopK",
    "graphengine, ops-nn extend, ops-math, ops-math experimental": "Rsqrt",
    "graphengine, ops-nn extend, ops-math extend": "Adds",
    "graphengine, ops-math": """
        Abs AbsGrad AccumulateNV2 AcosGrad Acosh AdaCast Add Addcdiv Addcmul AddMatMatElements AddN AngleV2
        ApproximateEqual ArgMaxV2 ArgMaxWithValue ArgMin ArgMinWithValue Asin AsinGrad Asinh AsinhGrad Assign
        AssignAdd AssignSub AsStrided Atan Atan2 AtanGrad Axpy AxpyV2 BatchToSpace BatchToSpaceND BesselI0e BesselI1e
        BiasAdd BiasAddGrad Bincount BitwiseAnd BitwiseOr BitwiseXor BroadcastTo CalcBucketsLimitAndOffset
        CaseCondition Cast Cdist Ceil ClipByNormNoDivSum ClipByValue CoalesceSparse CompareAndBitpack ComplexAbs
        Concat ConcatD ConcatV2 ConfusionTransposeD Conj ConjugateTranspose Constant Coordinates1DTo2D Cos Cosh
        CosineSimilarity Cross Cumsum CumulativeLogsumexp DataCompare Dawsn DepthToSpace Diag DiagFlat DiagPart DiagV2
        Div DivNoNan Dot DropOutDoMask DropOutDoMaskV3 DropOutDoMaskV3D DynamicPartition DynamicStitch Eltwise Equal
        Erf Erfc Exp Expand Expint Expm1 Eye Fills Floor FloorDiv FloorMod FresnelCos FresnelSin FusedMulAdd
        FusedMulAddAdd FusedMulAddNL2loss Ger GetDynamicDims GetShape GlobalAveragePool Greater GroupedBiasAddGrad
        Histogram HistogramFixedWidth HistogramV2 Identity IdentityN Im2col InplaceTopKDistance Inv Invert
        InvertPermutation InvGrad IsClose IsFinite IsInf IsNan IsNegInf IsPosInf KLDivV2 Lerp Less LessEqual LinSpace
        Log Log1p LogicalAnd LogicalNot LogicalOr MaskedScale MatrixDiag MatrixDiagPart MatrixDiagPartV3 MatrixDiagV3
        MatrixSetDiag MatrixSetDiagV2 Maximum MirrorPad Mod Mul MulNoNan Muls NanToNum Ndtri Neg NotEqual OneHot
        OnesLike Pack Pad PadV2 PadV3 PadV3Grad Permute PopulationCount Power ProdEnvMatACalcRij ProdForceSeA
        ProdVirialSeA RaggedBinCount Rank Real RealDiv Reciprocal ReduceAll ReduceAny ReduceLogSumExp ReduceMax
        ReduceMean ReduceMeanWithCast ReduceMin ReduceProd ReduceStdV2Update ReduceSum Reshape RightShift Rint Roll
        Round RsqrtGrad SearchSorted Select SelectV2 Shape ShapeN Sign SignBitsPack SignBitsUnpack Sin Slice
        SliceLastDim SliceWithAxes SliceWrite Sort SpaceToBatch SpaceToBatchND SpaceToDepth SparseBincount
        SparseReshape Spence Split SplitD SplitV SqrtGrad Square SquaredDifference SquareSumAll SquareSumV1 Squeeze
        SqueezeV2 SqueezeV3 StatelessBernoulli StatelessDropOutGenMask StatelessRandomNormalV2
        StatelessRandomUniformV2 StatelessRandperm StatelessTruncatedNormalV2 STFT StrideAdd StridedSlice
        StridedSliceAssignV2 StridedSliceGrad StridedSliceV2 StridedSliceV3 Sub Tanh TanhGrad TensorEqual TensorMove
        TensorRedirect Tile TileWithAxis TopKPQDistance TopKPQDistanceV2 TopKV2 TopKV2D Trace TransData Transpose Tril
        Triu Trunc TruncateDiv TruncateMod Unpack Unsqueeze UnsqueezeV2 UnsqueezeV3 ViewCopy Xdivy Xlog1py Xlogy
        ZerosLike Zeta
    """,
    "graphengine, ops-math, ops-math experimental": """
        Acos AcoshGrad AddV2 Atanh ClipByValueV2 Fill FusedMulAddN Gcd GreaterEqual MaskedFill Minimum Pow Range Sinh
        Sqrt Tan
    """,
    "graphengine, ops-math extend": """
        Bitcast Cholesky ConfusionMatrix Correlation Cumprod DenseBincount DSAGenBitMask DSARandomNormal
        DSARandomUniform ExpandDims Flatten InTopK LeftShift Mask2Argmax MatrixDiagV2 Multinomial OneHotD PhonyConcat
        PhonySplit RandomChoiceWithMask RandomStandardNormal RandomUniform RandomUniformInt ReduceStdWithMean
        StatelessBernoulliV2 StridedSliceAssign TruncatedNormal
    """,
    "graphengine, ops-math extend, ops-math experimental": "Pdist",
    "graphengine, ops-math experimental": "FillV2 LinSpaceD TabulateFusion TabulateFusionGrad",
    "ops-nn": """
        AdaLayerNormGrad AdaptiveAvgPool3d AdaptiveAvgPool3dGrad AdaptiveMaxPool3d AddLayerNormQuantV2 AddRmsNormCast
        AddRmsNormDynamicMxQuant AddRmsNormDynamicQuant AddRmsNormDynamicQuantV2 AddRmsNormQuantV2 AdvanceStep
        AntiMxQuant ApplyAdamWV2 ApplyFusedEmaAdam BatchMatMulV3 BatchNormGradV3 BatchNormV3 BucketizeV2 ClippedSwiglu
        ClippedSwigluGrad Conv2DV2 Conv3DBackpropFilterV2 Conv3DBackpropInputV2 Conv3DTransposeV2 Conv3DV2
        CrossEntropyLoss CrossEntropyLossGrad CrossEntropySumExpAndIndexLogit DequantBias DequantSituQuant
        DequantSwigluQuant DualLevelQuantBatchMatmul DynamicBlockMxQuant DynamicBlockQuant DynamicDualLevelMxQuant
        DynamicMxQuant DynamicMxQuantWithDualAxis DynamicQuantUpdateScatterV2 Embedding EmbeddingDenseGradV2
        EmbeddingHashTableApplyAdamW EmbeddingHashTableExport EmbeddingHashTableImport
        EmbeddingHashTableLookupOrInsert ExtendConv2D ExtendConvTranspose FatreluMul FlatQuant ForeachAbs ForeachAcos
        ForeachACosInplace ForeachAddcdivList ForeachAddcdivScalar ForeachAddcdivScalarList ForeachAddcmulList
        ForeachAddcmulScalar ForeachAddcmulScalarList ForeachAddList ForeachAddListInplace ForeachAddScalar
        ForeachAddScalarList ForeachAsin ForeachAtan ForeachBinaryOp ForeachCopy ForeachCos ForeachCosh ForeachDivList
        ForeachDivListInplace ForeachDivScalar ForeachDivScalarList ForeachErf ForeachErfc ForeachExp ForeachExpm1
        ForeachLerpList ForeachLerpScalar ForeachLog ForeachLog10 ForeachLog1p ForeachLog2 ForeachLogInplace
        ForeachMaximumList ForeachMaximumScalar ForeachMaximumScalarList ForeachMinimumList ForeachMinimumScalar
        ForeachMinimumScalarList ForeachMulList ForeachMulListInplace ForeachMulScalar ForeachMulScalarInplace
        ForeachMulScalarList ForeachNeg ForeachNonFiniteCheckAndUnscale ForeachNorm ForeachPowList ForeachPowScalar
        ForeachPowScalarAndTensor ForeachPowScalarList ForeachReciprocal ForeachRoundOffNumber ForeachSigmoid
        ForeachSign ForeachSin ForeachSinh ForeachSqrt ForeachSubList ForeachSubListInplace ForeachSubScalar
        ForeachSubScalarInplace ForeachSubScalarList ForeachTan ForeachTanh ForeachZeroInplace FusedBiasLeakyReluGrad
        FusedMatMul FusedQuantMatMul GeluGradV2 GeluMul GeluV2 GemmaRmsNorm GemmV2 GroupedDynamicBlockQuant
        GroupedDynamicMxQuant GroupedQuantMax GroupNormSiluQuant GroupNormSwish GroupNormSwishGrad GroupQuant
        HardSwishGradV2 Heaviside Index IndexPutV2 InitEmbeddingHashTable InplaceApplyAdadelta InplaceApplyAdagradDA
        InplaceApplyAdagradV2 InplaceApplyCenteredRMSProp InplaceApplyKerasMomentum InplaceApplyMomentum
        InplaceApplyPowerSign InplaceApplyProximalAdagrad InplaceIndexFill Logit LogitGrad MatmulEmuSplitWeight
        MatMulV3 MaxPool3DGradWithArgmax MaxPool3DWithArgmaxV2 MaxPoolGradWithArgmaxV3 MaxPoolWithArgmaxV3
        MultiAddRmsNormDynamicQuant MultiScaleDeformableAttentionGrad MultiScaleDeformableAttnFunction
        MxToBlockMxQuant QuantBatchMatmulV4 QuantConv3D QuantMatmulActivationQuant QuantMatmulReduceSum QuantMax
        RmsNormDynamicMxQuant RmsNormDynamicQuant RmsNormGradQuant RmsNormQuantV2 RmsNormQuantV3 RotateQuant SituGlu
        SituGluGrad SituMxQuant Sleep SortedSparseSegmentMeanGrad SquaredRelu SwigluGroup SwigluGroupGrad
        SwigluGroupQuant SwigluGroupQuantGrad SwigluMxQuant SwiGluQuant TopKTopPSample TopKTopPSampleV2
        TransposeBatchMatMul TransposeQuantBatchMatMul
    """,
    "ops-nn, ops-nn experimental": "ApplyAdamW FusedBiasLeakyRelu IndexFill",
    "ops-nn extend": "Cmo",
    "ops-nn experimental": """
        FusedAddRmsNorm FusedPatchMlp HardSwishV2 IndexAiCore LeakyreluV2 SiluMul SoftPlusV2 TurboQuantCompressLatent
    """,
    "ops-nn example, ops-math example": "AddExample AddExampleAicpu",
    "ops-math": """
        AddLora Addr AdjacentDifference BallQuery ChunkCat CircularPad DropOutV3 FeedsRepeat FillDiagonalV2 HansDecode
        HansEncode MemSet MemSetV2 MulAddn NonFiniteCheck Pows RandomStandardNormalV2 RandomUniformIntV2
        RandomUniformV2 ReduceVar Signbit Sinc StackBallQuery StatelessNormal StatelessRandom
        StatelessRandomChoiceWithMask StatelessUniform TransformBiasRescaleQkv TruncatedNormalV2
    """,
    "ops-math, ops-math experimental": "ReduceStdV2 SortWithIndex",
    "ops-math extend": "Trilu",
    "ops-math experimental": """
        AddMatMatElementsPlus AddrV2 AxpyV3 BitwiseNot CeilV2 ComplexV2 DivV2 DivV3 DotV2 GerV2 InvertV2 Log1pV2
        MaximumV2 MulV2 RadixSort ReflectionPad1dV2 SquareV2 SubV2 TanV2 TruncV2
    """,
    "ops-math example": "AddExampleCApi",
    "unit tests": "GemmV3 KthValue",
}
