import { redirectChecks } from '../../../tools/doctor/checks/site.ts'

const findings = (...of: Parameters<typeof redirectChecks>) =>
  Promise.all(redirectChecks(...of).map(({ run }) => run()))

test('the doctor fails on redirects that lead back to themselves, and names their lines (SITE-18)', async () => {
  const loops = [
    { file: 'redirects.csv', line: 7, column: 1, message: '/tam leads back to itself' },
    { file: 'redirects.csv', line: 9, column: 1, message: '/z-powrotem leads back to itself' },
  ]
  const [finding] = await findings(12, loops)
  expect(finding?.state).toBe('bad')
  expect(finding?.says).toContain('redirects.csv:7 /tam leads back to itself')
  expect(finding?.says).toContain('redirects.csv:9 /z-powrotem')
})

test('without loops it is content, and without redirects it does not look', async () => {
  expect(await findings(12)).toMatchObject([{ state: 'good' }])
  expect(await findings(undefined)).toEqual([])
})
