import { notesOn } from '../../src/system/deployment-notes.ts'
import { instanceOf, platformOf } from '../../src/system/platform.ts'

const POD = { KUBERNETES_SERVICE_HOST: '10.0.0.1' }

test.each<[Record<string, string>, number | undefined]>([
  [{ DYNO: 'web.1' }, 1],
  [{ DYNO: 'web.12' }, 12],
  [{ DYNO: 'run.4711' }, undefined],
  [{ ...POD, HOSTNAME: 'szpalta-0' }, 1],
  [{ ...POD, HOSTNAME: 'szpalta-1' }, 2],
  [{ ...POD, HOSTNAME: 'szpalta-7d9f8b6c5-x2x8z' }, undefined],
  [{ ...POD, HOSTNAME: 'szpalta-7d9f8b6c5-24567' }, undefined],
  [{ HOSTNAME: 'machine-2' }, undefined],
])('OPS-23: %j is instance %s', (variables, number) => {
  expect(instanceOf(variables)).toBe(number)
})

test('OPS-23: a second instance without a shared store is a warning, one that may be alone a hint, and a store silences both', async () => {
  const place = {
    clearTexts: [],
    newsletterProvider: { kind: 'sare' },
    subscribersFile: 'data/subscribers.sqlite',
    pageCache: {},
    releaseFiles: { kind: 'url' as const },
    edge: { arePurged: true, areForwarded: true },
  }
  const platform = platformOf({ DYNO: 'web.1' })
  const levels = async (own: object) =>
    (await notesOn({ ...place, ...own }, '/')).map(({ level, says }) => [level, says])
  const [second] = await levels({ platform, instance: 2 })
  expect(second).toEqual(['warn', expect.stringContaining('This is instance 2 of several')])
  expect(await levels({ platform, instance: 1 })).toEqual([['info', expect.stringContaining('no shared store')]])
  expect(await levels({ platform, instance: 2, store: {} })).toEqual([])
  // One machine of the operator's own has one instance unless it says otherwise.
  expect(await levels({})).toEqual([])
  expect(await levels({ instance: 3 })).toHaveLength(1)
})
