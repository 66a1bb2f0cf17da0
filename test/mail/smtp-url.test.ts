import { readMailbox, readSmtpUrl } from '../../src/mail/smtp-url.ts'

const login = { user: 'portal', password: 'haslo' }

test.each([
  ['smtps://portal:haslo@poczta.example', { host: 'poczta.example', port: 465, tls: 'implicit', credentials: login }],
  ['smtp://portal:haslo@poczta.example', { host: 'poczta.example', port: 587, tls: 'required', credentials: login }],
  ['smtp://poczta.example:2525/', { host: 'poczta.example', port: 2525, tls: 'required' }],
  ['smtp://localhost:25', { host: 'localhost', port: 25, tls: 'opportunistic' }],
  ['smtp://127.0.0.1:25', { host: '127.0.0.1', port: 25, tls: 'opportunistic' }],
  ['smtp://[::1]:25', { host: '::1', port: 25, tls: 'opportunistic' }],
  ['smtp://Przekaznik', { host: 'przekaznik', port: 587, tls: 'opportunistic' }],
  ['smtp://inny-przekaznik', { host: 'inny-przekaznik', port: 587, tls: 'required' }],
  [
    'smtps://klucz%40gazeta.example:a%3Ab%2Fc@poczta.example:2465',
    {
      host: 'poczta.example',
      port: 2465,
      tls: 'implicit',
      credentials: { user: 'klucz@gazeta.example', password: 'a:b/c' },
    },
  ],
])('SMTP-1, SMTP-2: %s', (url, expected) => {
  expect(readSmtpUrl(url, ['przekaznik'])).toEqual(expected)
})

test.each([
  'poczta.example',
  'http://poczta.example',
  'smtp://',
  'smtp://portal@poczta.example',
  'smtp://:haslo@poczta.example',
  'smtp://poczta.example/skrzynka',
  'smtp://poczta.example?tls=off',
  'smtp://portal:%0d%0aMAIL@poczta.example',
  'smtp://portal:%E0%A4%A@poczta.example',
])('SMTP-1: %s is no mail server', (url) => {
  expect(readSmtpUrl(url)).toBeUndefined()
})

test.each([
  ['redakcja@gazeta.example', { name: '', address: 'redakcja@gazeta.example' }],
  ['Gazeta <redakcja@gazeta.example>', { name: 'Gazeta', address: 'redakcja@gazeta.example' }],
  ['"Gazeta, Łódź" <redakcja@gazeta.example>', { name: 'Gazeta, Łódź', address: 'redakcja@gazeta.example' }],
  ['redakcja', undefined],
  ['<redakcja@gazeta.example> <inna@gazeta.example>', undefined],
  ['a@gazeta.example, b@gazeta.example', undefined],
  ['Gazeta\r\nBcc: x@y.example <redakcja@gazeta.example>', undefined],
])('SMTP-1: the sender %j', (text, expected) => {
  expect(readMailbox(text)).toEqual(expected)
})
