import type { StatementWords } from './pl.ts'

export const en: StatementWords = {
  conformance: {
    full: '{title} conforms fully to WCAG 2.2, level AA (EN 301 549).',
    partial: '{title} conforms partially to WCAG 2.2, level AA (EN 301 549), because of the exceptions below.',
    none: '{title} does not conform to WCAG 2.2, level AA (EN 301 549). The reasons are below.',
  },
  met: 'What works',
  metNote: 'The program that runs this site has these properties. Tests check them with every change.',
  items: {
    keyboard: 'Whatever a mouse can do, the keyboard can do, and what has the focus is marked clearly.',
    structure: 'Every page has headings in order, landmarks, and a link that leads straight to the content.',
    zoom: 'Pages can be enlarged to 400 %, and text alone to 200 %, without scrolling sideways.',
    contrast:
      'Text has a contrast of at least 4.5:1 to its background, in the dark theme too, and high contrast modes work.',
    motion: 'Nothing moves or plays on its own if you choose less motion in your system.',
    script: 'Texts, menu, search and forms work without JavaScript.',
  },
  exceptions: 'What does not work yet',
  general: {
    media:
      'Recordings may have no captions or transcript, and older images no description, where the editors added none.',
    embeds: 'Content embedded from other sites (videos, posts) is as those sites made it.',
    ads: 'Advertisements are made by advertisers and may not be accessible.',
    comments: 'Comments are written by readers and may contain what is not accessible.',
  },
  contact: 'How to report a problem',
  contactLead:
    'Write or call if something does not work, or if you need content in another form. Tell us the URL of the page and what the problem is.',
  reply: {
    one: 'We reply within {count} day.',
    other: 'We reply within {count} days.',
  },
  email: 'E-mail:',
  telephone: 'Telephone:',
  authority: 'If our reply is not enough, you can complain to:',
  about: 'About this statement',
  self: 'We prepared it after an assessment of our own.',
  external: 'We prepared it after an external assessment.',
  prepared: 'Prepared on {date}.',
  reviewed: 'Last reviewed on {date}.',
}
