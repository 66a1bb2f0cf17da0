import { IncomingMessage, ServerResponse } from 'node:http'
import { startTestPortal } from '../support/portal.ts'

const ARTICLE = '/2026/04/co-naprawde-przechowuje-portfel'
const AMP = `/wp-json/amp/v2/post${ARTICLE}`

/** Runs work, and counts the requests and responses that get another prototype meanwhile. */
async function changedPrototypes(work: () => Promise<void>): Promise<number> {
  let changed = 0
  const { setPrototypeOf } = Object
  Object.setPrototypeOf = <T>(target: T, prototype: object | null): T => {
    const isMessage = target instanceof IncomingMessage || target instanceof ServerResponse
    if (isMessage && Object.getPrototypeOf(target) !== prototype) changed += 1
    return setPrototypeOf(target, prototype)
  }
  await work().finally(() => {
    Object.setPrototypeOf = setPrototypeOf
  })
  return changed
}

describe('classes of requests and responses', () => {
  test.each(['on', 'off'])('no request gets another prototype with PAGE_CACHE=%s', async (PAGE_CACHE) => {
    const portal = await startTestPortal({ PAGE_CACHE })
    try {
      const statuses: number[] = []
      const changed = await changedPrototypes(async () => {
        for (const path of [ARTICLE, AMP, '/', '/nie-ma', '/healthz']) statuses.push((await portal.get(path)).status)
      })
      expect(statuses).toEqual([200, 200, 200, 404, 200])
      expect(changed).toBe(0)
    } finally {
      await portal.close()
    }
  })
})
