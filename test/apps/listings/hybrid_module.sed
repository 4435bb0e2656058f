# What the page lost, and what the listing says in words.
s|^    // handle error$|    failed(__LINE__);|
s|^cudlaModuleTensorDescriptor\* inputTensorDesc =$|& descriptors(numInputTensors);|
s|^cudlaModuleTensorDescriptor\* outputTensorDesc =$|& descriptors(numOutputTensors);|
/^attribute.inputTensorDesc/,/^if/s|^err = cudlaModuleGetAttributes(moduleHandle,$|& CUDLA_INPUT_TENSOR_DESCRIPTORS, \&attribute);|
/^attribute.outputTensorDesc/,/^if/s|^err = cudlaModuleGetAttributes(moduleHandle,$|& CUDLA_OUTPUT_TENSOR_DESCRIPTORS, \&attribute);|
