import type { DeskComponent } from '../components.ts'
import type { DeskConfig } from '../config.ts'
import {
  type DirectiveValues,
  directivePattern,
  directiveText,
  directiveValues,
  IMAGE_PATTERN,
  imageIn,
  imageLine,
  keptPattern,
  TABLE_PATTERN,
  tableText,
} from './directive-text.ts'
import { articleFormat, type FileFormat, homeFormat, textFormat, wordedFormat, yamlFormat } from './formats.ts'
import { type CreateElement, type PreviewTemplate, previewTemplate } from './preview.ts'
import { holdWhileSaved, type SaveEvent } from './save-hold.ts'

interface EditorComponent {
  id: string
  label: string
  fields: readonly object[]
  pattern: RegExp
  fromBlock(match: RegExpMatchArray): DirectiveValues
  toBlock(values: DirectiveValues): string
  toPreview(values: DirectiveValues): string
  summary?: string
}

interface CodeComponent {
  id: string
  label: string
  widget: 'code'
  type: 'code-block'
}

/** The part of the editor's global that is used. */
interface Editor {
  registerCustomFormat(name: string, extension: string, format: FileFormat): void
  registerEditorComponent(component: EditorComponent | CodeComponent): void
  registerPreviewTemplate(collection: string, template: PreviewTemplate): void
  registerEventListener(listener: { name: 'preSave'; handler(event: SaveEvent): void }): void
  init(options: { config: object }): void
}

declare global {
  interface Window {
    /** Otherwise the editor begins without formats. */
    CMS_MANUAL_INIT?: boolean
    CMS?: Editor
    /** Of the editor's React. */
    h?: CreateElement
  }
}

function componentOf(directive: DeskComponent): EditorComponent {
  return {
    id: directive.name,
    label: directive.label,
    fields: directive.fields,
    pattern: directivePattern(directive),
    fromBlock: (match) => directiveValues(directive, match),
    toBlock: (values) => directiveText(directive, values),
    toPreview: (values) => directiveText(directive, values),
  }
}

function keptText(
  id: string,
  label: string,
  pattern: RegExp,
  field: object,
  written: (text: string) => string,
): EditorComponent {
  const toBlock = ({ text }: DirectiveValues): string => written(typeof text === 'string' ? text : '')
  return {
    id,
    label,
    fields: [{ name: 'text', widget: 'text', ...field }],
    pattern,
    fromBlock: (match) => ({ text: match[0] }),
    toBlock,
    toPreview: toBlock,
  }
}

async function start(editor: Editor): Promise<void> {
  const response = await fetch('/desk/config.json', { headers: { accept: 'application/json' } })
  const { editor: config, components, previews, words } = (await response.json()) as DeskConfig
  const { fields, hints, directives, problems } = words
  const worded = (format: FileFormat): FileFormat => wordedFormat(format, problems.broken)
  editor.registerCustomFormat('szpalta-md', 'md', worded(articleFormat))
  editor.registerCustomFormat('szpalta-html', 'html', worded(articleFormat))
  editor.registerCustomFormat('szpalta-text', 'html', textFormat)
  editor.registerCustomFormat('szpalta-home', 'html', worded(homeFormat))
  editor.registerCustomFormat('szpalta-yaml', 'yaml', worded(yamlFormat))
  for (const component of components) editor.registerEditorComponent(componentOf(component))
  editor.registerEditorComponent(
    keptText(
      'markdown-table',
      directives['markdown-table'],
      TABLE_PATTERN,
      { label: fields.table, hint: hints.table },
      tableText,
    ),
  )
  editor.registerEditorComponent(
    keptText('kept', fields.html, keptPattern(components), { label: fields.markdown }, (text) => text),
  )
  const toImage = (values: DirectiveValues): string => imageLine(values)
  editor.registerEditorComponent({
    id: 'image',
    label: fields.image,
    fields: [
      { name: 'src', label: fields.src, widget: 'image' },
      { name: 'alt', label: fields.alt, widget: 'string', hint: hints.alt },
      { name: 'caption', label: fields.caption, widget: 'string', required: false },
    ],
    pattern: IMAGE_PATTERN,
    fromBlock: (match) => ({ ...imageIn(match) }),
    toBlock: toImage,
    toPreview: toImage,
  })
  editor.registerEditorComponent({
    id: 'code-block',
    label: directives['code-block'],
    widget: 'code',
    type: 'code-block',
  })
  const createElement = window.h
  for (const preview of previews) {
    if (!createElement) break
    const format = worded(preview.isFrontPage ? homeFormat : articleFormat)
    const template = previewTemplate({ createElement, preview, format, words: words.preview })
    editor.registerPreviewTemplate(preview.collection, template)
  }
  const hasReview = config.publish_mode === 'editorial_workflow'
  editor.registerEventListener({ name: 'preSave', handler: holdWhileSaved({ words: words.saving, hasReview }) })
  editor.init({ config })
}

/** The makers' own build is a script, not a module. */
function loadEditor(): Promise<Editor> {
  window.CMS_MANUAL_INIT = true
  const script = document.createElement('script')
  script.src = '/desk/editor/decap-cms.js'
  return new Promise((resolve, reject) => {
    script.addEventListener('error', () => reject(new Error('the editor could not be loaded')))
    script.addEventListener('load', () => {
      if (window.CMS) resolve(window.CMS)
      else reject(new Error('the editor has another form'))
    })
    document.head.append(script)
  })
}

await start(await loadEditor())
