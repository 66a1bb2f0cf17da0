import * as z from 'zod'
import type { CommentsProvider } from '../../integrations/settings.ts'
import { defineSettings } from '../../system/settings/define-settings.ts'
import { httpUrl } from '../../system/settings/forms.ts'
import type { SettingRows } from '../../system/settings/setting-row.ts'

const variables = {
  DISQUS_SHORTNAME: z
    .string()
    .regex(/^[a-z0-9-]{1,60}$/, 'is not a short name')
    .optional(),
  COMMENTS_SCRIPT_URL: httpUrl.optional(),
}

export interface CommentsSettings {
  comments?: CommentsProvider
}

export const commentsSettings = defineSettings({
  variables,
  settings({ COMMENTS_SCRIPT_URL: url, DISQUS_SHORTNAME: shortname }): CommentsSettings {
    if (url !== undefined) return { comments: { kind: 'script', url } }
    return shortname === undefined ? {} : { comments: { kind: 'disqus', shortname } }
  },
})

export const commentsRows: SettingRows<typeof variables> = [
  {
    names: ['DISQUS_SHORTNAME', 'COMMENTS_SCRIPT_URL'],
    meaning: "comments by Disqus, or by a provider of your own (Isso's script and attributes)",
  },
]
