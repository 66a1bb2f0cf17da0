import { sendPlain } from '../../src/edge/page-cache/dispatch.ts'
import type { EdgeSettings } from '../../src/edge/page-cache/edge-parts.ts'
import { sendWithNode } from '../../src/edge/transport/serialised-response.ts'

/** The edge of a server without a proxy, whose counts nobody reads. */
export const plainEdge = (): Pick<
  EdgeSettings,
  'counts' | 'readers' | 'trusts' | 'sendSerialised' | 'sendCaptured'
> => ({
  counts: { hit: 0, stale: 0, miss: 0, coalesced: 0, refused: 0 },
  readers: { ok: 0, failed: 0 },
  trusts: () => false,
  sendSerialised: sendWithNode,
  sendCaptured: sendPlain,
})
