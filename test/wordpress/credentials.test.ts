import { z } from 'zod'
import { startProcess } from '../support/process.ts'
import { describeWithWordPress, WORDPRESS } from './available.ts'
import { fullContent } from './content.ts'
import { startWordPress, type WordPress } from './wordpress.ts'

const START_LIMIT_MS = 150_000
const author = { username: 'autor', email: 'autor@gazeta.example', password: 'haslo-do-logowania', roles: ['author'] }
const secret = z.object({ password: z.string() })

let wordpress: WordPress

/** The portal's exit code, and all of its output. */
async function startUp(user: string, key: string): Promise<{ code: number | null; output: string }> {
  const portal = await startProcess({ CONTENT: 'wordpress', CMS_URL: wordpress.url, CMS_USER: user, CMS_KEY: key })
  const code = await portal.exit()
  return { code, output: portal.output }
}

describeWithWordPress('credentials that are not good end the start with 1 and say what is wrong', () => {
  beforeAll(async () => {
    wordpress = await startWordPress(WORDPRESS ?? '', await fullContent())
  }, START_LIMIT_MS)
  afterAll(() => wordpress?.close())

  test('a wrong password', async () => {
    const { code, output } = await startUp(wordpress.user, 'zle-haslo-do-portalu')
    expect(code).toBe(1)
    expect(output).toMatch(/does not accept CMS_USER .*application password/)
    expect(output).not.toContain('zle-haslo-do-portalu')
  })

  test('the password of the login form', async () => {
    await wordpress.rest.make('/users', author)
    const { code, output } = await startUp(author.username, author.password)
    expect(code).toBe(1)
    expect(output).toMatch(/not the password of the login form/)
    expect(output).not.toContain(author.password)
  })

  test('an author, who would get empty lists', async () => {
    const [user] = await wordpress.rest.all('/users?search=autor&context=edit')
    const path = `/users/${user?.id}/application-passwords`
    const { password } = secret.parse(await wordpress.rest.ask(path, { name: 'portal' }))
    const { code, output } = await startUp(author.username, password)
    expect(code).toBe(1)
    expect(output).toMatch(/\(author\) may not edit_others_posts.*Editor/)
  })
})
