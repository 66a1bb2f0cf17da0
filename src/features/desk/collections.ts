import type * as z from 'zod'
import type { Service } from '../../services/service.ts'
import { articleMeta } from '../../sources/embedded/article-fields.ts'
import { authorFile, homeMeta, seriesFile, termFields } from '../../sources/embedded/front-matter.ts'
import { menuFile } from '../../sources/embedded/menu.ts'
import type { DeskWords, FieldWord } from './desk-words.ts'
import { DATETIME, type FieldRules, type FormField, formFields, ownField } from './form-fields.ts'
import { homeBlockForms } from './home-forms.ts'
import { articlesName, homeName, pagesName, WITH_PREVIEW } from './previewed-collections.ts'
import type { Desk } from './settings.ts'

export interface Newsroom {
  desk: Desk
  /** The first one is the default. */
  services: readonly Service[]
  words: DeskWords
  language: string
  breaking: z.ZodType
}

const ARTICLE_FIELDS = [
  ...(['title', 'lead', 'image', 'body', 'author', 'category', 'tags', 'date', 'draft', 'updated', 'expires'] as const),
  ...(['corrections', 'slug', 'format', 'next', 'comments', 'noindex', 'productPlacement', 'promo'] as const),
] as const
const PAGE_FIELDS = ['title', 'lead', 'body', 'date', 'draft', 'updated', 'slug', 'noindex'] as const
/** An article cannot be without these. */
const NEEDED: ReadonlySet<string> = new Set(['title', 'date'])

export function serviceCollections(service: Service, newsroom: Newsroom): object[] {
  const { desk, words } = newsroom
  const { collections } = words
  const { name, title } = service
  const rules = rulesOf(newsroom, name)
  const common = {
    folder: `${desk.folder}/${name}/articles`,
    label_singular: collections.article,
    preview_path: '{{year}}/{{month}}/{{slug}}',
    preview_path_date_field: 'date',
  }
  return [
    {
      ...textCollection(common, newsroom),
      name: articlesName(name, 'md'),
      label: `${title}: ${collections.articles}`,
      extension: 'md',
      format: 'szpalta-md',
      create: true,
      fields: textFields(ARTICLE_FIELDS, rules, 'md'),
    },
    {
      ...textCollection(common, newsroom),
      name: articlesName(name, 'html'),
      label: `${title}: ${collections.blockTexts}`,
      extension: 'html',
      format: 'szpalta-html',
      create: false,
      fields: textFields(ARTICLE_FIELDS, rules, 'html'),
    },
    frontPages(service, newsroom, rules),
    {
      name,
      label: `${title}: ${collections.settings}`,
      format: 'szpalta-yaml',
      files: serviceFiles(`${desk.folder}/${name}`, rules),
    },
  ]
}

function textCollection(common: object, { words: { filters } }: Newsroom): object {
  return {
    ...common,
    ...WITH_PREVIEW,
    slug: '{{slug}}',
    identifier_field: 'title',
    summary: '{{title}} ({{date}})',
    sortable_fields: ['date', 'title'],
    view_filters: [{ label: filters.drafts, field: 'draft', pattern: true }],
    view_groups: [
      { label: filters.byCategory, field: 'category' },
      { label: filters.byMonth, field: 'date', pattern: '\\d{4}-\\d{2}' },
    ],
  }
}

function textFields(
  names: readonly (typeof ARTICLE_FIELDS)[number][],
  rules: FieldRules,
  kind: 'md' | 'html',
): FormField[] {
  const { words } = rules
  const body = ownField('body', words, { widget: kind === 'md' ? 'richtext' : 'text' })
  return names.flatMap((name) => {
    if (name === 'body') return [body]
    const [field] = formFields(articleMeta, [name], { ...rules, isRequired: (one) => NEEDED.has(one) })
    return field ? [field] : []
  })
}

/** The usual one has no time; each other one has its own (HOME-21). */
function frontPages({ name, title }: Service, { desk, words }: Newsroom, rules: FieldRules): object {
  const isRequired = (field: string): boolean => field === 'title'
  return {
    ...WITH_PREVIEW,
    name: homeName(name),
    label: `${title}: ${words.collections.frontPages}`,
    label_singular: words.collections.frontPage,
    folder: `${desk.folder}/${name}`,
    extension: 'html',
    format: 'szpalta-home',
    create: true,
    slug: 'home-{{slug}}',
    identifier_field: 'title',
    summary: '{{title}} {{from}}',
    fields: [
      ...formFields(homeMeta, ['title'], { ...rules, isRequired }),
      ...(['from', 'until'] as const).map((field) => ownField(field, words, { ...DATETIME, default: '' })),
      ownField('blocks', words, { widget: 'list', collapsed: true, types: homeBlockForms(rules), typeKey: 'type' }),
      ...formFields(homeMeta, ['id', 'slug', 'template', 'screaningOn'], { ...rules, isRequired }),
    ],
  }
}

function serviceFiles(folder: string, rules: FieldRules): object[] {
  const { words } = rules
  const { collections } = words
  const terms = (name: 'categories' | 'tags'): FormField =>
    ownField(name, words, {
      widget: 'list',
      collapsed: true,
      summary: '{{fields.name}}',
      fields: formFields(termFields, ['name', 'slug', 'heading', 'description', 'lead'], { ...rules, widgets: TEXTS }),
    })
  const items = (fields: FormField[]): FormField =>
    ownField('items', words, { widget: 'list', collapsed: true, summary: '{{fields.title}}', fields })
  const file = (name: string, label: string, fields: FormField[]): object => ({
    name,
    label,
    file: `${folder}/${name}.yaml`,
    fields,
  })
  const series = formFields(seriesFile.element, ['title', 'slug', 'lead', 'parts'], { ...rules, widgets: TEXTS })
  return [
    file('terms', collections.terms, [terms('categories'), terms('tags')]),
    file('series', collections.series, [items(series)]),
    file('menu', collections.menu, [items(formFields(menuFile.element, ['title', 'link', 'items'], rules))]),
  ]
}

const TEXTS = { lead: { widget: 'text' }, description: { widget: 'text' } } as const

export function commonCollections(newsroom: Newsroom): object[] {
  const { desk, words } = newsroom
  const { collections } = words
  const { folder, siteFolder } = desk
  const rules = rulesOf(newsroom, undefined)
  const page = { folder: `${folder}/pages`, label_singular: collections.page, preview_path: '{{slug}}' }
  const pages = (kind: 'md' | 'html', label: string): object => ({
    ...page,
    ...WITH_PREVIEW,
    name: pagesName(kind),
    label,
    extension: kind,
    format: `szpalta-${kind}`,
    create: kind === 'md',
    slug: '{{slug}}',
    identifier_field: 'title',
    fields: textFields(PAGE_FIELDS, rules, kind),
  })
  const authorNames = ['name', 'description', 'since', 'email', 'image', 'social'] as const
  const authorRules = { ...rules, widgets: { ...TEXTS, image: { widget: 'string' } } }
  return [
    pages('md', collections.pages),
    pages('html', `${collections.pages}: ${collections.blockTexts}`),
    {
      name: 'authors',
      label: collections.authors,
      label_singular: collections.author,
      folder: `${folder}/authors`,
      extension: 'yaml',
      format: 'szpalta-yaml',
      create: true,
      slug: '{{slug}}',
      identifier_field: 'name',
      preview_path: 'author/{{slug}}',
      fields: formFields(authorFile, authorNames, authorRules),
    },
    {
      name: 'blocks',
      label: collections.reusable,
      folder: `${folder}/blocks`,
      extension: 'html',
      format: 'szpalta-text',
      create: false,
      summary: '{{slug}}',
      identifier_field: 'body',
      fields: [ownField('body', words, { widget: 'text' })],
    },
    ...(siteFolder === undefined ? [] : [breakingCollection(siteFolder, rules, newsroom)]),
  ]
}

function breakingCollection(siteFolder: string, rules: FieldRules, { services, words, breaking }: Newsroom): object {
  const widgets = {
    from: DATETIME,
    until: DATETIME,
    services: {
      widget: 'select',
      multiple: true,
      options: services.map(({ name, title }) => ({ label: title, value: name })),
    },
  }
  const fields = formFields(breaking, ['text', 'link', 'from', 'until', 'services'], { ...rules, widgets })
  return {
    name: 'site',
    label: words.collections.site,
    format: 'szpalta-yaml',
    files: [
      {
        name: 'breaking',
        label: words.collections.breaking,
        file: `${siteFolder}/breaking.yaml`,
        fields: [ownField('items', words, { widget: 'list', summary: '{{fields.text}}', fields })],
      },
    ],
  }
}

/** @param service whose terms a text has; undefined: those of the first one */
function rulesOf({ words, services }: Newsroom, service: string | undefined): FieldRules {
  const terms = service ?? services[0]?.name ?? ''
  const term = (list: 'categories' | 'tags', multiple: boolean): object => ({
    widget: 'relation',
    collection: terms,
    file: 'terms',
    value_field: `${list}.*.slug`,
    search_fields: [`${list}.*.name`, `${list}.*.slug`],
    display_fields: [`${list}.*.name`],
    options_length: MAX_OPTIONS,
    multiple,
  })
  const image: Array<FieldWord> = ['src', 'alt', 'caption', 'credit']
  return {
    words,
    widgets: {
      date: { ...DATETIME, default: '{{now}}' },
      updated: { ...DATETIME, default: '' },
      expires: { ...DATETIME, default: '' },
      author: {
        widget: 'relation',
        collection: 'authors',
        value_field: '{{slug}}',
        search_fields: ['name'],
        display_fields: ['name'],
        multiple: true,
      },
      category: { ...term('categories', false) },
      tags: { ...term('tags', true) },
      tag: { ...term('tags', false) },
      lead: { widget: 'text' },
      text: { widget: 'text' },
      src: { widget: 'image', choose_url: true },
      image: {
        widget: 'object',
        collapsed: false,
        fields: image.map((name) =>
          ownField(name, words, name === 'src' ? { widget: 'image', choose_url: true } : { widget: 'string' }),
        ),
      },
    },
  }
}

const MAX_OPTIONS = 1000
