import { EnvError } from '../../../src/portal/settings/env.ts'
import { readEnv } from '../../support/customer-site.ts'

/** The problems of some settings; none when they are usable. */
function problemsOf(variables: NodeJS.ProcessEnv): string[] {
  try {
    readEnv(variables)
    return []
  } catch (error) {
    if (error instanceof EnvError) return error.problems
    throw error
  }
}

const SARE = { SARE_URL: 'https://sare.example', SARE_UID: 'szpalta', SARE_API_KEY: 'tajny-klucz' }
const LISTMONK = {
  LISTMONK_URL: 'https://listy.example',
  LISTMONK_USER: 'portal',
  LISTMONK_TOKEN: 'tajny-zeton',
  LISTMONK_LISTS: '3, 14',
}
const MAILCHIMP = { MAILCHIMP_API_KEY: '0123456789abcdef0123456789abcdef-us6', MAILCHIMP_LIST_ID: 'a1b2c3d4e5' }
const SMTP = { SMTP_URL: 'smtps://portal:bardzo-tajne@poczta.example', MAIL_FROM: 'Gazeta <redakcja@gazeta.example>' }

test('NEWS-15: without a provider the portal keeps its subscribers, and mails nobody', () => {
  const env = readEnv({})
  expect([env.newsletterProvider, env.mail, env.newsletterWebhookToken]).toEqual([
    { kind: 'own' },
    undefined,
    undefined,
  ])
})

test.each([
  [SARE, { kind: 'sare', url: 'https://sare.example', uid: 'szpalta', apiKey: 'tajny-klucz' }],
  [LISTMONK, { kind: 'listmonk', url: 'https://listy.example', user: 'portal', token: 'tajny-zeton', lists: [3, 14] }],
  [MAILCHIMP, { kind: 'mailchimp', key: MAILCHIMP.MAILCHIMP_API_KEY, list: 'a1b2c3d4e5' }],
])('NEWS-15: a provider is read from its settings', (variables, expected) => {
  expect(readEnv(variables).newsletterProvider).toEqual(expected)
})

test.each([
  [{ ...SARE, ...LISTMONK }, /SARE_URL and LISTMONK_URL are 2 ways/],
  [{ ...LISTMONK, ...MAILCHIMP }, /LISTMONK_URL and MAILCHIMP_API_KEY are 2 ways/],
  [{ ...SARE, ...SMTP }, /SARE_URL and SMTP_URL are 2 ways/],
  [{ ...LISTMONK, LISTMONK_LISTS: '' }, /^LISTMONK_URL, LISTMONK_USER, LISTMONK_TOKEN and LISTMONK_LISTS go together/],
  [{ MAILCHIMP_LIST_ID: 'a1b2c3d4e5' }, /^MAILCHIMP_API_KEY and MAILCHIMP_LIST_ID go together/],
  [{ MAIL_FROM: 'redakcja@gazeta.example' }, /^SMTP_URL and MAIL_FROM go together/],
  [{ ...LISTMONK, LISTMONK_LISTS: 'pierwsza' }, /^LISTMONK_LISTS must be numbers/],
  [{ ...LISTMONK, LISTMONK_URL: 'http://listy.example' }, /LISTMONK_TOKEN would go to listy\.example in clear text/],
  [{ ...MAILCHIMP, MAILCHIMP_API_KEY: '0123456789abcdef' }, /^MAILCHIMP_API_KEY must end with the data centre/],
  [{ ...MAILCHIMP, MAILCHIMP_API_KEY: '0123456789abcdef-us6.zly.example/' }, /^MAILCHIMP_API_KEY must/],
  [{ NEWSLETTER_WEBHOOK_TOKEN: 'krotki' }, /^NEWSLETTER_WEBHOOK_TOKEN must be 16/],
])('NEWS-15, SMTP-1: settings that do not fit each other end the start: %j', (variables, problem) => {
  const problems = problemsOf(variables)
  expect(problems.join('\n')).toMatch(problem)
  expect(problems).toHaveLength(1)
})

test('SMTP-1: the mail server and the sender are read', () => {
  expect(readEnv(SMTP).mail).toEqual({
    smtp: {
      host: 'poczta.example',
      port: 465,
      tls: 'implicit',
      credentials: { user: 'portal', password: 'bardzo-tajne' },
    },
    from: { name: 'Gazeta', address: 'redakcja@gazeta.example' },
    hourlyLimit: 1000,
  })
})

test('SMTP-2: a host of CLEAR_TEXT_HOSTS needs no TLS, any other does', () => {
  const tlsOf = (url: string) => readEnv({ ...SMTP, SMTP_URL: url, CLEAR_TEXT_HOSTS: 'przekaznik' }).mail?.smtp.tls
  expect([tlsOf('smtp://przekaznik'), tlsOf('smtp://poczta.example'), tlsOf('smtp://przekaznik2')]).toEqual([
    'opportunistic',
    'required',
    'required',
  ])
})

test.each([
  'smtp://portal:bardzo-tajne@',
  'smtp://portal:bardzo-tajne@poczta.example?tls=off',
  'portal:bardzo-tajne@poczta.example',
])('SMTP-1: a wrong mail server is named without its password: %s', (SMTP_URL) => {
  const [problem = '', ...more] = problemsOf({ ...SMTP, SMTP_URL })
  expect(problem).toMatch(/^SMTP_URL must be smtp:\/\//)
  expect([problem.includes('tajne'), more]).toEqual([false, []])
})

test('OBS-47: passwords, keys and tokens are masked wherever they would be shown', () => {
  expect(readEnv(SMTP).secrets).toContain('bardzo-tajne')
  expect(readEnv(LISTMONK).secrets).toContain('tajny-zeton')
  expect(readEnv(MAILCHIMP).secrets).toContain(MAILCHIMP.MAILCHIMP_API_KEY)
  expect(readEnv({ NEWSLETTER_WEBHOOK_TOKEN: 'tajny-zeton-raportow' }).secrets).toContain('tajny-zeton-raportow')
})
