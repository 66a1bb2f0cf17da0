import { pushChecks } from '../../../tools/doctor/checks/push.ts'
import { services } from '../../support/issues.ts'
import { newVapidKeys } from '../../support/push-service.ts'

const { akademia } = services
const secure = { akademia: { ...akademia, serviceUrl: 'https://akademia.example' } }
const pushOf = (vapid: { publicKey: string; privateKey: string }) => ({
  ownPush: {
    vapid: { ...vapid, subject: 'mailto:redakcja@gazeta.example' },
    ...{ file: 'data/push.sqlite', rate: 2000, dailyHour: 18, quietHours: 'off', ownHosts: [] },
  },
})
const findings = (settings: Parameters<typeof pushChecks>[0]) =>
  Promise.all(pushChecks(settings).map(({ run }) => run()))

test('PUSH-1: the doctor says nothing of push without keys', async () => {
  expect(await findings({ services: secure })).toEqual([])
})

test('PUSH-5: the doctor names keys that are no pair, and services without https', async () => {
  const keys = newVapidKeys()
  expect(await findings({ ...pushOf(keys), services: secure })).toMatchObject([{ state: 'good' }])
  const { publicKey } = newVapidKeys()
  expect(await findings({ ...pushOf({ ...keys, publicKey }), services: secure })).toMatchObject([{ state: 'bad' }])
  const none = Buffer.alloc(32).toString('base64url')
  expect(await findings({ ...pushOf({ ...keys, privateKey: none }), services: secure })).toMatchObject([
    { state: 'bad' },
  ])
  const plain = { akademia: { ...akademia, serviceUrl: 'http://akademia.example' } }
  const [weak] = await findings({ ...pushOf(keys), services: plain })
  expect([weak?.state, weak?.says]).toEqual(['weak', expect.stringContaining('akademia')])
})
