import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Dialog, Page } from 'playwright-core'
import { freePort } from './process.ts'
import { ROOT } from './root.ts'
import { until } from './until.ts'

/** The parts of the project that `npm run desk` needs. */
const COPIED = ['amp', 'build', 'desk', 'development', 'mail', 'newsroom', 'public', 'sites', 'src', 'tools', 'views']
const FILES = ['package.json', 'tsconfig.json', '.gitignore']
/** Patience for a busy machine. */
const SOON = 120_000

/** `npm run desk` in a copy of the project, which is a Git repository. */
export interface RunningDesk {
  folder: string
  url: string
  /** What Git says. */
  git(...args: string[]): string
  /** What the terminal shows so far. */
  readonly output: string
  stop(): Promise<void>
}

export async function startDesk(
  args: readonly string[] = [],
  variables: Record<string, string> = {},
): Promise<RunningDesk> {
  const folder = await mkdtemp(join(tmpdir(), 'desk-'))
  for (const name of [...COPIED, ...FILES]) await cp(join(ROOT, name), join(folder, name), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction')
  const git = (...words: string[]): string => {
    const { status, stdout, stderr } = spawnSync('git', words, { cwd: folder, encoding: 'utf8' })
    if (status !== 0) throw new Error(`git ${words.join(' ')}: ${stderr}`)
    return stdout
  }
  git('init', '--quiet', '--initial-branch=main')
  git('config', 'user.name', 'Redakcja')
  git('config', 'user.email', 'redakcja@example.org')
  // A link to a folder is a file to Git.
  git('config', 'core.excludesFile', join(folder, '.git/excluded'))
  await cp(join(folder, '.gitignore'), join(folder, '.git/excluded'))
  git('add', '--all')
  git('commit', '--quiet', '--message', 'Begin')
  const port = await freePort()
  let output = ''
  const child = spawn(process.execPath, ['development/desk.mjs', ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, PORT: String(port), SUBSCRIBERS_FILE: '/dev/null/none', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
  const desk = {
    folder,
    url: `http://localhost:${port}`,
    git,
    get output() {
      return output
    },
    stop: () => stop(child, folder),
  }
  await until(
    () => output,
    (text) => text.includes(' ms\n') || child.exitCode !== null,
    SOON,
  )
  if (child.exitCode !== null) throw new Error(output)
  return desk
}

async function stop(child: ChildProcess, folder: string): Promise<void> {
  if (child.exitCode === null) {
    const ended = once(child, 'close')
    child.kill('SIGTERM')
    await ended
  }
  await rm(folder, { recursive: true, force: true })
}

/** Resolves when the editor's server has done something. */
async function done(page: Page, action: string): Promise<void> {
  await page.waitForResponse((response) => {
    const isIt = response.request().postData()?.includes(`"action":"${action}"`)
    return isIt === true && response.ok()
  })
}

/** The desk as an editor uses it, in Polish. */
export function editorOf(page: Page, url: string) {
  const field = (label: string) => page.getByLabel(new RegExp(`^${label}`, 'i'))
  return {
    field,
    async signIn(): Promise<void> {
      await page.goto(`${url}/desk`)
      const signIn = page.getByRole('button', { name: 'Zaloguj się' })
      const collections = page.getByText('Kolekcje')
      // The browser remembers who has signed in.
      await signIn.or(collections).first().waitFor()
      if (await signIn.isVisible()) await signIn.click()
      await collections.waitFor()
    },
    async open(path: string): Promise<void> {
      await page.goto(`${url}/desk#/collections/${path}`)
      await page
        .getByRole('button', { name: /^Opublik(?:uj|owane)/ })
        .first()
        .waitFor()
    },
    /** Chooses a block of the toolbar's menu, behind the text. */
    async add(name: string): Promise<void> {
      const text = page.locator('[data-slate-editor=true]').first()
      await text.locator(':scope > *').last().click()
      await page.getByTitle('Dodaj komponent').first().click()
      await page.getByRole('menuitem', { name, exact: true }).click()
    },
    async write(text: string): Promise<void> {
      const body = page.locator('[data-slate-editor=true]').first()
      await body.locator(':scope > *').last().click()
      // A menu that closes late takes the focus back, and the keys with it.
      await until(
        () => body.evaluate((element) => element.contains(document.activeElement)),
        (hasFocus) => hasFocus,
      )
      await page.keyboard.type(text)
      await body.getByText(text.trim()).first().waitFor()
    },
    /** Puts a file of this machine into the media library and chooses it. */
    async chooseImage(
      button: ReturnType<Page['locator']>,
      file: { name: string; mimeType: string; buffer: Buffer },
    ): Promise<void> {
      await button.click()
      const library = page.getByRole('dialog')
      await library.locator('input[type=file]').setInputFiles(file)
      // What was put in is chosen already.
      await library.getByText(file.name).first().waitFor()
      await library.getByRole('button', { name: /Wybierz zaznaczone/ }).click()
      await library.waitFor({ state: 'hidden' })
    },
    /** Chooses of a list what has these words. */
    async choose(label: string, words: string): Promise<void> {
      const input = field(label).first()
      await input.click()
      await input.fill(words)
      await page.getByRole('option', { name: words, exact: true }).click()
    },
    /** Saves what is not published yet, with a review. */
    async saveDraft(): Promise<void> {
      const saved = done(page, 'persistEntry')
      await page.getByRole('button', { name: 'Zapisz', exact: true }).click()
      await saved
      await page.getByText('Zmiany zapisane').waitFor()
      // The editor reads a new text again, and has its URL only then: what is typed before is lost.
      await page.waitForURL(/#\/collections\/[^/]+\/entries\//)
      await page.getByRole('button', { name: /^Status: / }).waitFor()
    },
    /** @param to as the editor names it */
    async setStatus(to: string): Promise<void> {
      const set = done(page, 'updateUnpublishedEntryStatus')
      await page.getByRole('button', { name: /^Status: / }).click()
      await page.getByRole('menuitem', { name: to }).click()
      await set
      await page.getByRole('button', { name: `Status: ${to}` }).waitFor()
      await page.getByRole('menuitem').first().waitFor({ state: 'hidden' })
    },
    /** The article's page in the pane next to the form. */
    preview: () => page.frameLocator('#preview-pane').frameLocator('iframe[title^="Podgląd"]'),
    /** Deletes what is published. */
    async remove(): Promise<void> {
      const removed = done(page, 'deleteFiles')
      page.once('dialog', (dialog) => void dialog.accept())
      await page.getByRole('button', { name: /^Usuń/ }).click()
      await removed
    },
    /** Publishes at once, as without a review. */
    async save(): Promise<void> {
      await this.publish('persistEntry')
    },
    async publish(action = 'publishUnpublishedEntry'): Promise<void> {
      const saved = done(page, action)
      // With a review the editor asks once more.
      const accept = (dialog: Dialog): void => void dialog.accept()
      page.on('dialog', accept)
      await page.getByRole('button', { name: 'Opublikuj' }).click()
      await page.getByRole('menuitem', { name: 'Opublikuj teraz', exact: true }).click()
      await saved
      page.off('dialog', accept)
    },
  }
}
