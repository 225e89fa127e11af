#pragma once

#include <type_traits>

#include <nccl.h>
#include <nccl_device.h>

#include "common.cuh"
#include "ptx.cuh"

namespace mini_ep::handle {

// Keeps a block only in the instantiations for one team. The block is a macro argument and may hold commas.
#define MINI_EP_IF_TEAM(tag, ...) if constexpr (std::is_same_v<team_t, tag>) { __VA_ARGS__ }
#define MINI_EP_IF_LSA(...) MINI_EP_IF_TEAM(ncclTeamTagLsa, __VA_ARGS__)
#define MINI_EP_IF_WORLD(...) MINI_EP_IF_TEAM(ncclTeamTagWorld, __VA_ARGS__)
#define MINI_EP_IF_RAIL(...) MINI_EP_IF_TEAM(ncclTeamTagRail, __VA_ARGS__)

// Reaches peers: by address where NVLink connects them, through the NIC (GIN) where it does not.
//
// A rank index always belongs to a team, and the teams count differently:
//   LSA    the ranks of this NVLink domain           0 … lsa.nRanks - 1
//   World  all ranks, domain after domain            0 … world.nRanks - 1
//   Rail   the ranks with our index in their domain  the index is the domain's number
struct GinHandle {
    const ncclDevComm_t& comm;
    ncclWindow_t window;
    ncclGin gin;
    ncclTeam world, lsa, rail;
    uint64_t window_base;

    __device__ __forceinline__ GinHandle(const ncclDevComm_t& comm, ncclWindow_t window, int context_idx,
                                         ncclGinResourceSharingMode sharing = NCCL_GIN_RESOURCE_SHARING_CTA)
        : comm(comm), window(window), gin(comm, context_idx, sharing),
          world(ncclTeamWorld(comm)), lsa(ncclTeamLsa(comm)), rail(ncclTeamRail(comm)),
          window_base(reinterpret_cast<uint64_t>(ncclGetLocalPointer(window, 0))) {}

    // May this GPU load and store the memory of `dst_rank_idx` (a rank of `team_t`) directly?
    template <typename team_t>
    __device__ __forceinline__ bool is_nvlink_accessible(int dst_rank_idx) const {
        MINI_EP_IF_LSA({ return true; })

        MINI_EP_IF_WORLD({
            const int first_in_domain = rail.rank * lsa.nRanks;
            return dst_rank_idx >= first_in_domain && dst_rank_idx < first_in_domain + lsa.nRanks;
        })

        // Two ranks of one rail sit in different domains, unless they are the same rank.
        MINI_EP_IF_RAIL({ return dst_rank_idx == rail.rank; })
    }

    // The peer's address of the object at `ptr` (a *local* address inside the window), or null where only RDMA goes.
    template <typename team_t, typename element_t>
    __device__ __forceinline__ element_t* get_sym_ptr(element_t* ptr, int dst_rank_idx) const {
        if (!is_nvlink_accessible<team_t>(dst_rank_idx))
            return nullptr;

        MINI_EP_IF_RAIL({ return ptr; })

        int lsa_rank_idx = dst_rank_idx;
        MINI_EP_IF_WORLD({ lsa_rank_idx = dst_rank_idx - rail.rank * lsa.nRanks; })
        if (lsa_rank_idx == lsa.rank)
            return ptr;
        return static_cast<element_t*>(ncclGetLsaPointer(window, get_sym_offset(ptr), lsa_rank_idx));
    }

    __device__ __forceinline__ uint64_t get_sym_offset(const void* ptr) const {
        return reinterpret_cast<uint64_t>(ptr) - window_base;
    }

    // Only used where the peer needs RDMA, which never happens inside an LSA team.
    template <typename team_t>
    __device__ __forceinline__ ncclTeam rdma_team() const {
        return std::is_same_v<team_t, ncclTeamTagRail> ? rail : world;
    }

    // Copies `num_bytes` from our window to the peer's. Both addresses are local ones: GIN translates the first itself.
    template <typename team_t>
    __device__ __forceinline__ void put(void* recv_ptr, const void* send_ptr, size_t num_bytes, int dst_rank_idx) const {
        gin.put(rdma_team<team_t>(), dst_rank_idx, window, get_sym_offset(recv_ptr), window, get_sym_offset(send_ptr), num_bytes);
    }

    // The opposite direction: from the peer's window to ours. Complete after `wait` on the request of `flush_async`.
    template <typename team_t>
    __device__ __forceinline__ void get(const void* src_ptr, void* recv_ptr, size_t num_bytes, int src_rank_idx) const {
        gin.get(rdma_team<team_t>(), src_rank_idx, window, get_sym_offset(src_ptr), window, get_sym_offset(recv_ptr), num_bytes);
    }

    template <typename team_t, typename action_t>
    __device__ __forceinline__ void signal(int dst_rank_idx, const action_t& action) const {
        gin.signal(rdma_team<team_t>(), dst_rank_idx, action);
    }

    // Our send buffers may be reused afterwards; it does *not* say that the data has landed.
    template <typename threads_t = ncclCoopThread>
    __device__ __forceinline__ void flush() const {
        gin.flush(threads_t());
    }

    // Stores one value into the peer's copy of `*sym_ptr`.
    template <typename team_t, typename element_t>
    __device__ __forceinline__ void put_value(element_t* sym_ptr, element_t value, int dst_rank_idx) const {
        if (element_t* peer_ptr = get_sym_ptr<team_t>(sym_ptr, dst_rank_idx)) {
            ptx::st_relaxed_sys(peer_ptr, value);
        } else {
            gin.putValue(rdma_team<team_t>(), dst_rank_idx, window, get_sym_offset(sym_ptr), value);
        }
    }

    // Adds to the peer's copy of `*sym_ptr` and publishes what this thread wrote before.
    template <typename team_t>
    __device__ __forceinline__ void red_add_rel(int64_t* sym_ptr, int64_t value, int dst_rank_idx) const {
        const auto peer_ptr = get_sym_ptr<team_t>(sym_ptr, dst_rank_idx);
        if (peer_ptr == nullptr) {
            const ncclGin_StrongVASignalAdd action{window, get_sym_offset(sym_ptr), static_cast<uint64_t>(value)};
            gin.signal(rdma_team<team_t>(), dst_rank_idx, action);
        } else {
            ptx::red_add_rel_sys(peer_ptr, value);
        }
    }
};

#undef MINI_EP_IF_TEAM
#undef MINI_EP_IF_LSA
#undef MINI_EP_IF_WORLD
#undef MINI_EP_IF_RAIL

}  // namespace mini_ep::handle
