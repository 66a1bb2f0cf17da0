import { defineBlock, z } from 'szpalta/extension'
import Quiz from './quiz.island.tsx'

/**
 * A question below an article:
 * `<!-- wp:zoria/quiz {"question":"…","options":["…","…"],"correct":1,"why":"…"} -->`. Between the comments lies what a
 * build without this extension shows.
 */
export const quiz = defineBlock({
  name: 'zoria/quiz',
  fields: z
    .object({
      question: z.string().min(1),
      options: z.array(z.string().min(1)).min(2).max(6),
      /** Index of the right option, from 0. */
      correct: z.int().min(0),
      why: z.string().optional(),
    })
    .refine(({ options }) => new Set(options).size === options.length, {
      path: ['options'],
      message: 'has one option twice',
    })
    .refine(({ options, correct }) => correct < options.length, {
      path: ['correct'],
      message: 'is the index of no option',
    }),
  island: Quiz,
  page: ({ fields, island }) => island(fields),
  amp: ({ fields: { question, options, correct, why }, html: { tag, text } }) =>
    tag(
      'section',
      { class: 'quiz' },
      tag('p', {}, tag('strong', {}, text(question))),
      tag('ul', {}, ...options.map((option) => tag('li', {}, text(option)))),
      tag(
        'details',
        {},
        tag('summary', {}, text('Показати відповідь')),
        tag('p', {}, text([options[correct], why].filter(Boolean).join('. '))),
      ),
    ),
  feed: ({ fields: { question, options, correct, why }, html: { tag, text } }) =>
    tag(
      'div',
      {},
      tag('p', {}, tag('strong', {}, text(question))),
      tag('ul', {}, ...options.map((option) => tag('li', {}, text(option)))),
      tag('p', {}, text(['Відповідь: ', options[correct], why && `. ${why}`].filter(Boolean).join(''))),
    ),
})
