const NAME = '([A-Za-z_$][\\w$]*)'
const DECLARED = new RegExp(
  [
    `^([ \\t]*)(?:async[ \\t]+)?function[ \\t]*\\*?[ \\t]*${NAME}`,
    `^([ \\t]*)(?:const|let|var)[ \\t]+${NAME}[^=\\n]*=[ \\t]*(?:async\\b[ \\t]*)?(?:function\\b|\\([^\\n]*=>|\\([^\\n)]*$|[A-Za-z_$][\\w$]*[ \\t]*=>)`,
  ].join('|'),
  'gm',
)

/** The functions of a program that can be called; those inside of others are indented further. */
export function functionsIn(program: string): string[] {
  const found = Array.from(
    program.matchAll(DECLARED),
    ([, indent, name, otherIndent, otherName]) => ({
      depth: (indent ?? otherIndent ?? '').length,
      name: name ?? otherName ?? '',
    }),
  )
  const outermost = Math.min(...found.map(({ depth }) => depth))
  return [...new Set(found.filter(({ depth }) => depth === outermost).map(({ name }) => name))]
}
