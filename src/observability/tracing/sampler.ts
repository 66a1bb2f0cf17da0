import { trace } from '@opentelemetry/api'
import { type Sampler, SamplingDecision } from '@opentelemetry/sdk-trace'

/**
 * Traces a share of the requests, each completely. A caller's sampling flag and trace id cannot make the portal do more
 * (OBS-7).
 * @param share 0 to 1
 */
export function recordedShare(share: number, chance: () => number = Math.random): Sampler {
  return {
    shouldSample(context) {
      const parent = trace.getSpanContext(context)
      // Only recorded spans have children.
      const isRecorded = parent !== undefined && parent.isRemote !== true ? true : chance() < share
      return { decision: isRecorded ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD }
    },
    toString: () => `share ${share}`,
  }
}
