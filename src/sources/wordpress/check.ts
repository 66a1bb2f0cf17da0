import { type CmsCredentials, credentialSettings } from '../upstream/accounts.ts'
import { SourceError } from '../upstream/errors.ts'
import type { WordPressClient } from './client.ts'
import { ME_QUERY } from './fields.ts'
import type { CallBudget } from './rest-calls.ts'
import { type RestMe, restMe } from './wire.ts'

/** The message is for an operator. */
export class CredentialsError extends Error {
  override readonly name = 'CredentialsError'
}

/** Without them the edit context lists no posts of others. */
export const NEEDED_CAPABILITIES = ['edit_others_posts', 'edit_others_pages'] as const

export function missingCapabilities({ capabilities }: RestMe): string[] {
  return NEEDED_CAPABILITIES.filter((capability) => !capabilities[capability])
}

/**
 * Public routes hide a wrong password: WordPress responds as to an anonymous client.
 * @throws {CredentialsError}
 * @throws {SourceError} when the CMS is unavailable
 */
export async function checkCredentials(
  client: WordPressClient,
  credentials: CmsCredentials,
  about: CallBudget,
): Promise<void> {
  const { url } = client
  const { user } = credentials
  const settings = credentialSettings(credentials.of)
  const query = { context: 'edit', ...ME_QUERY }
  const me = await client.item('wp/v2/users/me', query, restMe, about).catch((error: unknown) => {
    const status = error instanceof SourceError ? error.facts.status : undefined
    if (status === 401) {
      throw new CredentialsError(
        `${url} does not accept ${settings.user} "${user}" with this ${settings.key}, which must be an application password of that user (Users, Profile, Application Passwords), not the password of the login form. If it is one, the web server or a security plugin takes the Authorization header away.`,
      )
    }
    if (status === 403) {
      throw new CredentialsError(
        `${url} forbids ${settings.user} "${user}" to ask who they are: a security plugin blocks the REST API.`,
      )
    }
    if (status === 404) return undefined
    throw error
  })
  if (!me) {
    throw new CredentialsError(`${url}/wp-json/ is no REST API of WordPress: check CMS_URL.`)
  }
  const missing = missingCapabilities(me)
  if (missing.length === 0) return
  const role = me.roles.join(', ') || 'without a role'
  throw new CredentialsError(
    `${settings.user} "${user}" (${role}) may not ${missing.join(', ')}: WordPress would list no posts of others to them. Give that user the role Editor, or an application password of an editor.`,
  )
}
