import type { FAQPage, HowTo } from 'schema-dts'
import type { Article } from '../../content/article.ts'
import { type Block, innerBlocks, type Outline } from '../../content/block.ts'
import type { HeadModel } from '../head.ts'
import { articleId } from './recordings.ts'

/** As in Google's "FAQ" and schema.org (HEAD-36). */
export function outlines(article: Article, head: HeadModel): Array<FAQPage | HowTo> {
  const all = outlinesIn(article.body)
  const questions = all.flatMap((one) => (one.type === 'questions' ? one.questions : []))
  const guides = all.filter((one) => one.type === 'steps')
  const isPartOf = { '@id': articleId(article, head) }
  return [
    ...(questions.length === 0
      ? []
      : [
          {
            '@type': 'FAQPage' as const,
            '@id': `${head.canonical}#faq`,
            isPartOf,
            mainEntity: questions.map(({ question, answer }) => ({
              '@type': 'Question' as const,
              name: question,
              acceptedAnswer: { '@type': 'Answer' as const, text: answer },
            })),
          },
        ]),
    ...guides.map(({ steps, description, totalTime }, index) => ({
      '@type': 'HowTo' as const,
      '@id': `${head.canonical}#how-to-${index + 1}`,
      name: article.title,
      isPartOf,
      description,
      totalTime,
      step: steps.map(({ name, text }, position) => ({
        '@type': 'HowToStep' as const,
        position: position + 1,
        text,
        name,
      })),
    })),
  ]
}

function outlinesIn(blocks: readonly Block[]): Outline[] {
  return blocks.flatMap((block) => [
    ...(block.type === 'group' && block.outline ? [block.outline] : []),
    ...outlinesIn(innerBlocks(block)),
  ])
}
