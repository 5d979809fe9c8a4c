/** Loads something on first use and keeps it: for packages that a start does not need. */
export function lazy<T>(load: () => T): () => T {
  let loaded: { value: T } | undefined
  return () => {
    loaded ??= { value: load() }
    return loaded.value
  }
}
