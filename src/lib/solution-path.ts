/**
 * Dotfiles and packages belong to the checkout, never to the solution: a designer in the browser must not be able
 * to write hooks and settings of somebody's git.
 */
export const isHidden = (name: string): boolean =>
  name.startsWith('.') || name.toLowerCase() === 'node_modules'

/** Whether a file of a solution may have this path. */
export const isSolutionPath = (path: string): boolean => !path.split('/').some(isHidden)
