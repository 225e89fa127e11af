/** The sample kernels in examples/ that the tests look at. */
export const HANDLE = 'mini-ep/include/mini_ep/handle.cuh';
export const DISPATCH = 'mini-ep/include/mini_ep/impls/dispatch.cuh';
export const DISPATCH_KERNEL = 'dispatch_kernel';
/** The null test of the peer pointer in the dispatch kernel. */
export const DISPATCH_TEST = 'if (peer_ptr != nullptr)';
export const DISPATCH_USE = 'ptx::tma_store_1d(peer_ptr';
