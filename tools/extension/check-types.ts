import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import ts from 'typescript'
import { ExtensionError, type ExtensionFiles } from './extension-files.ts'

const ISLAND = /\.island\.tsx?$/
const REFUSED = new Set(['eval', 'Function', 'globalThis'])
const SHARED = new Set(
  'AbortController AbortSignal Blob TextDecoder TextEncoder URL URLSearchParams atob btoa console crypto performance structuredClone'.split(
    ' ',
  ),
)
const DECLARATIONS = ['src/site/extension/extension.ts', 'types/src/site/extension/extension.d.ts']

/**
 * Keeps mistakes out, not malice: an extension is the operator's own code.
 * @throws {ExtensionError} with the place of every mistake
 */
export function checkTypes({ site, file, folder }: ExtensionFiles, root: string): void {
  const program = ts.createProgram([file], optionsFor(root))
  const isOwn = ({ fileName }: ts.SourceFile): boolean =>
    resolve(fileName) === file || resolve(fileName).startsWith(folder + sep)
  const files = program.getSourceFiles().filter(isOwn)
  const problems = [
    ...program.getOptionsDiagnostics().map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
    ...files.flatMap((one) => diagnosticsOf(program, one).map((diagnostic) => described(site, diagnostic))),
    ...files.flatMap((one) => reaches(program, one).map((node) => reach(site, one, node))),
  ]
  if (problems.length > 0) {
    throw new ExtensionError(`the extension of ${site} does not compile:\n  ${problems.join('\n  ')}`)
  }
}

function optionsFor(root: string): ts.CompilerOptions {
  const react = dirname(createRequire(join(root, 'package.json')).resolve('@types/react/package.json'))
  const declarations = DECLARATIONS.map((path) => resolve(root, path)).filter((path) => existsSync(path))
  return {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2024.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
    jsx: ts.JsxEmit.ReactJSX,
    strict: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    noUncheckedSideEffectImports: true,
    allowImportingTsExtensions: true,
    verbatimModuleSyntax: true,
    noEmit: true,
    // It has no packages of its own.
    paths: { 'szpalta/extension': declarations, react: [react], 'react/*': [`${react}/*`] },
  }
}

function diagnosticsOf(program: ts.Program, file: ts.SourceFile): ts.Diagnostic[] {
  return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
}

function described(site: string, { file, start = 0, messageText }: ts.Diagnostic): string {
  const place = file ? `${placeOf(site, file, start)}: ` : ''
  return `${place}${ts.flattenDiagnosticMessageText(messageText, '\n    ')}`
}

function placeOf(site: string, file: ts.SourceFile, position: number): string {
  const { line, character } = file.getLineAndCharacterOfPosition(position)
  return `${relative(site, file.fileName)}:${line + 1}:${character + 1}`
}

function reach(site: string, file: ts.SourceFile, node: ts.Node): string {
  const what = node.getText(file).slice(0, 40)
  const remedy = REFUSED.has(what)
    ? 'an extension has no use for it'
    : ts.isIdentifier(node)
      ? 'is of the browser: only an island and its helpers (extension/*.island.ts, .tsx) may use it'
      : 'imports what no build can see: name the file'
  return `${placeOf(site, file, node.getStart(file))}: "${what}" ${remedy}`
}

function reaches(program: ts.Program, file: ts.SourceFile): ts.Node[] {
  const checker = program.getTypeChecker()
  const isIsland = ISLAND.test(file.fileName)
  const reached: ts.Node[] = []
  const declaredIn = (node: ts.Identifier): string[] => {
    const symbol = ts.isShorthandPropertyAssignment(node.parent)
      ? checker.getShorthandAssignmentValueSymbol(node.parent)
      : checker.getSymbolAtLocation(node)
    return (symbol?.declarations ?? [])
      .filter((one) => ts.isVariableDeclaration(one) || ts.isFunctionDeclaration(one))
      .map((one) => basename(one.getSourceFile().fileName))
  }
  const isRefused = (node: ts.Identifier): boolean => {
    if (node.text === 'globalThis') return true
    const files = declaredIn(node)
    if (REFUSED.has(node.text)) return files.some((name) => name.startsWith('lib.'))
    return !isIsland && !SHARED.has(node.text) && files.some((name) => name.startsWith('lib.dom'))
  }
  const visit = (node: ts.Node): void => {
    // A class extends a value.
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [path] = node.arguments
      if (!path || !ts.isStringLiteralLike(path)) reached.push(node)
    } else if (ts.isIdentifier(node) && isValue(node) && isRefused(node)) reached.push(node)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return reached
}

function isValue(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node
  if (ts.isBindingElement(parent)) return parent.propertyName !== node
  const isKey = 'name' in parent && parent.name === node && !ts.isShorthandPropertyAssignment(parent)
  return !isKey
}
