import { newsletterChecks } from '../../../tools/doctor/checks/newsletter.ts'
import { services } from '../../support/issues.ts'

const own = { newsletterProvider: { kind: 'own' }, mail: {} }
const findings = (settings: Parameters<typeof newsletterChecks>[0]) =>
  Promise.all(newsletterChecks(settings).map(({ run }) => run()))

test('the doctor names services whose newsletters lack a postal address (ISSUE-8)', async () => {
  const { akademia, post } = services
  const address = { street: 'Długa 1', city: 'Warszawa' }
  const whole = { ...post, group: { ...post.group, organisation: { address } } }
  const [without] = await findings({ ...own, services: { akademia, post: whole } })
  expect([without?.state, without?.says]).toEqual(['weak', expect.stringContaining('akademia name no postal')])
  expect(await findings({ ...own, services: { post: whole } })).toMatchObject([{ state: 'good' }])
})

test('a schedule without a mail server is named, and without either nothing is said (ISSUE-15)', async () => {
  const { akademia } = services
  const scheduled = { ...akademia, newsletter: { since: '7d', schedule: '0 7 * * 1' } }
  const none = { newsletterProvider: { kind: 'own' } }
  expect(await findings({ ...none, services: { scheduled } })).toMatchObject([{ state: 'weak' }])
  expect(await findings({ ...none, services: { akademia } })).toEqual([])
})
