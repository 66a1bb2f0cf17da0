import { readEnv } from '../../support/customer-site.ts'
import { newVapidKeys } from '../../support/push-service.ts'

const { publicKey, privateKey } = newVapidKeys()
const KEYS = { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: 'mailto:a@gazeta.example' }

test('PUSH-1: with keys push is on, with its defaults, and without it is off', () => {
  expect(readEnv({}).ownPush).toBeUndefined()
  expect(readEnv(KEYS).ownPush).toMatchObject({
    rate: 2000,
    quietHours: '22-7',
    dailyHour: 18,
    file: 'data/push.sqlite',
  })
  expect(readEnv(KEYS).secrets).toContain(privateKey)
})

test.each([
  ['a part of the keys', { VAPID_PRIVATE_KEY: '' }, /go together/],
  ['a key of another length', { VAPID_PUBLIC_KEY: privateKey }, /VAPID_PUBLIC_KEY is no key of VAPID/],
  ['no contact', { VAPID_SUBJECT: 'redakcja' }, /VAPID_SUBJECT must be mailto/],
  ['hours that are none', { PUSH_QUIET_HOURS: '22-24' }, /PUSH_QUIET_HOURS must be two hours/],
])('PUSH-1: %s is a mistake that is named', (_what, wrong, problem) => {
  expect(() => readEnv({ ...KEYS, ...wrong })).toThrow(problem)
})
