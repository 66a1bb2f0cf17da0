import { normaliseOne, normalise as normaliseTree } from '../world.ts'

const normalise = (blocks: unknown[]) => normaliseTree(blocks).blocks

const SOUND = '<figure class="wp-block-audio"><audio controls src="https://a.test/1.mp3"></audio></figure>'
const sound = { blockName: 'core/audio', attrs: {}, innerHTML: SOUND }
const space = { blockName: null, attrs: {}, innerHTML: '\n\n', innerBlocks: [] }
const item = (words: string) => ({ blockName: 'core/list-item', attrs: {}, innerHTML: `<li>${words}</li>` })
const list = (...words: string[]) => ({
  blockName: 'core/list',
  attrs: { className: 'chapters' },
  innerHTML: '<ul class="wp-block-list chapters"></ul>',
  innerBlocks: words.map(item),
})
const line = (words: string) => ({ blockName: 'core/paragraph', attrs: {}, innerHTML: `<p>${words}</p>` })
const transcript = {
  blockName: 'core/details',
  attrs: { className: 'transcript' },
  innerHTML: '<details class="wp-block-details transcript"><summary>Zapis</summary></details>',
  innerBlocks: [line('Dzień dobry')],
}
const CHAPTERS = [
  { start: 0, title: 'Powitanie & <wstęp>' },
  { start: 65, title: 'Rozmowa' },
  { start: 3723, title: 'Koniec' },
]
const WRITTEN = ['[1:02:03] Koniec', '0:00 Powitanie &amp; <b>&lt;wstęp&gt;</b>', '01:05 – Rozmowa']
const SPOKEN = [{ type: 'paragraph', html: 'Dzień dobry' }]

test('a list with times and a details block after a sound are its chapters and its transcript (AUDIO-1, AUDIO-2)', () => {
  for (const blocks of [
    [sound, list(...WRITTEN), transcript],
    [sound, space, transcript, space, list(...WRITTEN)],
  ]) {
    const [made, ...others] = normalise([...blocks, line('Dalej')])
    expect(made).toMatchObject({ type: 'audio', chapters: CHAPTERS, transcript: SPOKEN })
    expect(others).toEqual([{ type: 'paragraph', html: 'Dalej' }])
  }
})

test('markup that WordPress has rendered has them too (AUDIO-1, AUDIO-2)', () => {
  const lines = WRITTEN.map((words) => `<li>${words}</li>`).join('\n')
  const parts = `<ol class="wp-block-list chapters">${lines}</ol>\n<details class="transcript"><summary>Zapis</summary><p>Dzień dobry</p></details>`
  const [made, ...others] = normaliseOne({
    blockName: 'core/html',
    attrs: {},
    innerHTML: `${SOUND}\n${parts}<p>Dalej</p>`,
  })
  expect(made).toMatchObject({
    type: 'audio',
    chapters: CHAPTERS,
    transcript: [{ type: 'html', html: '<p>Dzień dobry</p>' }],
  })
  expect(others.map((block) => block.type === 'html' && block.html.trim())).toEqual(['<p>Dalej</p>'])
})

test.each([
  ['a line without a time', ['0:00 Powitanie', 'Rozmowa']],
  ['a time twice', ['0:00 Powitanie', '0:00 Rozmowa']],
  ['more than 200 lines', Array.from({ length: 201 }, (_, n) => `${n}:00 Część`)],
])('a list with %s stays a list after its recording (AUDIO-1)', (_, lines) => {
  const [made, kept, ...others] = normalise([sound, list(...lines), line('Dalej')])
  expect(made).not.toHaveProperty('chapters')
  expect(kept).toMatchObject({ type: 'list', items: lines.map((html) => ({ html })) })
  expect(others).toEqual([{ type: 'paragraph', html: 'Dalej' }])
})

test('parts belong to the recording right before them alone, each kind once (AUDIO-1, AUDIO-2)', () => {
  const types = normalise([list('0:00 A'), transcript, line('Dalej'), sound, line('Słowo'), list('0:00 A')])
  expect(types.map(({ type }) => type)).toEqual(['list', 'details', 'paragraph', 'audio', 'paragraph', 'list'])
  const [made, second] = normalise([sound, list('0:00 A'), list('0:10 B')])
  expect(made).toMatchObject({ chapters: [{ start: 0, title: 'A' }] })
  expect(second).toMatchObject({ type: 'list' })
})

test('the words of a recording without a file stay (VIDEO-8)', () => {
  const broken = { ...sound, innerHTML: '<figure><audio src="javascript:x"></audio></figure>' }
  expect(normalise([broken, transcript])).toEqual(SPOKEN)
})
