import type * as z from 'zod'
import type { HomeBlockType } from '../../content/home-block.ts'
import type { articleMeta } from '../../sources/embedded/article-fields.ts'
import type { authorFile, homeMeta, postsQuery, seriesFile, termFields } from '../../sources/embedded/front-matter.ts'
import type { DIRECTIVES } from '../../sources/embedded/markdown/directives.ts'
import type { menuFile } from '../../sources/embedded/menu.ts'

type Names<T extends z.ZodType> = keyof z.input<T> & string
type Items<T extends z.ZodArray<z.ZodType>> = Names<T['element']>
type Corrected = NonNullable<z.input<typeof articleMeta>['corrections']>[number]

export type FieldWord =
  | Exclude<Names<typeof articleMeta>, 'names' | 'isLeadMade'>
  | (keyof NonNullable<z.input<typeof articleMeta>['image']> & string)
  | (keyof Corrected & string)
  | Names<typeof authorFile>
  | Names<typeof homeMeta>
  | Names<typeof termFields>
  | Names<typeof postsQuery>
  | Items<typeof seriesFile>
  | Items<typeof menuFile>
  | OtherField

type OtherField =
  | (
      | 'from'
      | 'until'
      | 'services'
      | 'body'
      | 'blocks'
      | 'posts'
      | 'class'
      | 'links'
      | 'count'
      | 'window'
      | 'active'
      | 'adUnit'
    )
  | ('header' | 'height' | 'logo' | 'url' | 'html' | 'categories' | 'markdown' | 'images' | 'table')
  | VideoWord<'URL'>
  | VideoWord<'title'>
  | VideoWord<'duration'>

/** A front page's video has a title and a length (EMB-13). */
type VideoWord<Fact extends string> =
  | `${Fact}Main`
  | `additionalVideos_${Fact}${'Left' | 'Center' | 'Right'}`
  | `${Fact}s_${1 | 2 | 3 | 4 | 5 | 6}`

export type DirectiveName = keyof typeof DIRECTIVES
export type AttributeName = (typeof DIRECTIVES)[DirectiveName]['attributes'][number]

export interface DeskWords {
  fields: Readonly<Record<FieldWord, string>>
  hints: Readonly<Partial<Record<FieldWord, string>>>
  blocks: Readonly<Record<Exclude<HomeBlockType, 'content'> | 'markup', string>>
  directives: Readonly<Record<DirectiveName | 'markdown-table' | 'code-block', string>>
  attributes: Readonly<Record<AttributeName, string>>
  /** Until a text that was saved for the first time has been read again. */
  saving: string
  label: string
  collections: Readonly<
    Record<
      | 'articles'
      | 'article'
      | 'blockTexts'
      | 'pages'
      | 'page'
      | 'authors'
      | 'author'
      | 'reusable'
      | 'frontPage'
      | 'frontPages'
      | 'terms'
      | 'series'
      | 'menu'
      | 'site'
      | 'breaking'
      | 'settings',
      string
    >
  >
  filters: Readonly<Record<'drafts' | 'byCategory' | 'byMonth', string>>
  problems: Readonly<Record<'slug' | 'image' | 'broken', string>>
  preview: Readonly<Record<'title' | 'unavailable' | 'tooMany' | 'tooLong', string>>
  title: string
  noScript: string
}
