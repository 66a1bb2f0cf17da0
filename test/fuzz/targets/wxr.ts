import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { buildCatalogue } from '../../../src/sources/embedded/catalogue.ts'
import { createFolder } from '../../../src/sources/embedded/folder.ts'
import { ImportSourceError } from '../../../tools/newsroom/source.ts'
import { SERVICE_NAMES } from '../../support/customer-site.ts'
import { importInto, temporaryFolder, wxrText } from '../../support/newsroom-import.ts'
import { postmeta, wxr, wxrAttachment, wxrItem } from '../../support/wxr.ts'
import { mutated, nasty } from '../inputs.ts'
import { inTime } from '../invariants.ts'
import type { Target } from '../target.ts'

const FILE = wxr(
  '<wp:tag><wp:tag_slug>fizyka</wp:tag_slug><wp:tag_name>Fizyka</wp:tag_name></wp:tag>',
  wxrAttachment(
    7,
    'https://blog.example/wp-content/uploads/2026/03/kot.jpg',
    postmeta('_wp_attachment_image_alt', 'Kot'),
  ),
  wxrItem({
    slug: 'klasyczny',
    content:
      '[caption width="1"]<img src="https://blog.example/a.jpg"> Kot[/caption]\n\nAla <b>ma\n\nkota</b>\n[gallery ids="7"][embed]https://youtu.be/x[/embed]',
    more: `<category domain="post_tag" nicename="fizyka">Fizyka</category>${postmeta('_thumbnail_id', '7')}`,
  }),
  wxrItem({ id: 2, slug: 'bloki', content: '<!-- wp:paragraph --><p>Ala</p><!-- /wp:paragraph -->' }),
)
const XML = [
  '<item>',
  '</item>',
  '<![CDATA[',
  ']]>',
  '&lt;',
  '&#0;',
  '&#x10FFFF;',
  '&nbsp;',
  '<!DOCTYPE a [<!ENTITY b "c">]>',
  '<?x ?>',
  '<a b="c" b="d"/>',
  '[gallery]',
  '[caption]',
  '[a ',
  '"',
  '\n\n',
  '<p>',
  '<li>',
]
const MAX_MS = 4000

/** An import: the newsroom can read its output for any file, or the file is refused in plain words. */
export const wxrFiles: Target<string> = {
  name: 'wxr',
  inputs: mutated(
    [FILE],
    fc.oneof(
      nasty,
      fc.array(fc.constantFrom(...XML)).map((parts) => parts.join('')),
    ),
  ),
  async check(text) {
    const folder = await temporaryFolder()
    try {
      await inTime(MAX_MS, () => importInto(folder.path, wxrText(text))).catch((error: unknown) => {
        if (!(error instanceof ImportSourceError)) throw error
      })
      const { files } = await createFolder(folder.path).read()
      await buildCatalogue(files, SERVICE_NAMES, undefined, (error) => {
        throw error
      })
      for (const name of await readdir(folder.path, { recursive: true })) {
        expect(name).not.toMatch(/\.unfinished$/)
      }
      expect(await readFile(join(folder.path, 'import-state.jsonl'), 'utf8').catch(() => '')).not.toContain('\u0000')
    } finally {
      await folder.remove()
    }
  },
}
