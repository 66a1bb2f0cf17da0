import { composeLetters } from '../../../../src/features/newsletter/start/letters.ts'
import type { Letter } from '../../../../src/features/newsletter/store/records.ts'
import { readSmtpUrl } from '../../../../src/mail/smtp-url.ts'
import type { Service } from '../../../../src/services/service.ts'
import { createServices } from '../../../support/customer-site.ts'
import { WEEKLY, withSeveral } from '../../../support/several-newsletters.ts'

const smtp = readSmtpUrl('smtp://127.0.0.1:2525')
if (!smtp) throw new Error('no server')
const mail = { smtp, from: { name: '', address: 'redakcja@akademia.example' }, hourlyLimit: 10 }
const services = createServices({ akademia: { serviceUrl: 'https://akademia.example' } })
const letter = (own: Partial<Letter>): Letter => ({
  ...{ id: 1, kind: 'confirm', step: 0, email: 'ola@poczta.example', service: 'akademia', others: [] },
  ...{ token: 'T'.repeat(22), manageToken: 'M'.repeat(22), attempts: 0 },
  ...own,
})
const compose = (akademia: Service, own: Partial<Letter>) =>
  composeLetters({ ...services, akademia }, mail)(letter(own))

test('NEWS-30: a letter names what it confirms where readers choose, and says nothing of it elsewhere', () => {
  const several = compose(withSeveral(services.akademia), { others: [WEEKLY] })
  expect(several?.text).toContain('Wybrane newslettery: Poranek i Tygodnik.')
  expect(compose(services.akademia, {})?.text).not.toContain('Wybrane newslettery')
})

test('NEWS-31: a letter of the welcome has the service’s words, a link and a way out, and nothing where it was removed', () => {
  const welcome = [
    {
      after: '1d',
      subject: 'Od czego zacząć',
      text: 'Pierwszy <akapit>.\n\nDrugi\nakapit.',
      action: 'Czytam',
      link: '/tag/start',
    },
  ]
  const akademia = withSeveral(services.akademia, { welcome })
  const message = compose(akademia, { kind: 'series', step: 1 })
  expect(message?.subject).toBe('Od czego zacząć')
  expect(message?.html).toContain('Pierwszy &lt;akapit&gt;.')
  expect(message?.text).toContain('Drugi akapit.')
  expect(message?.text).toContain('https://akademia.example/tag/start')
  expect(message?.headers?.['List-Unsubscribe']).toContain(`/newsletter/wypisz/${'M'.repeat(22)}`)
  expect(compose(akademia, { kind: 'series', step: 2 })).toBeUndefined()
  expect(compose(akademia, { kind: 'series', step: 1, service: WEEKLY })).toBeUndefined()
})
