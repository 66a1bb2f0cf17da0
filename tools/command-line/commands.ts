import type { CommandName } from '../../src/system/command-line.ts'

export const COMMANDS: Readonly<Record<CommandName, string>> = {
  start: 'serves the portal',
  dev: 'serves it while it is written, with drafts: open pages show what is saved',
  demo: 'serves an example portal',
  build: "compiles the site folder's extension, for a start without build tools",
  'site:new': 'writes a site folder, empty or in front of a WordPress',
  doctor: 'tries settings, site folder, content and pages, and says what to mend',
  preview: 'prints a link to a text that is not published',
  'most-read': 'prints what is read most, as a start would count it',
  messages: "begins or completes the interface's texts in another language",
  'newsroom:import': 'brings in articles of WordPress, Ghost, Hugo or Jekyll',
  'newsroom:export': 'writes articles as a file for WordPress',
  'newsletter:send': 'sends an issue, tries one, or says what became of it',
  'newsletter:import': 'brings in a list of subscribers',
  'newsletter:export': 'writes the subscribers as CSV',
  'newsletter:remove': 'forgets subscribers',
}
