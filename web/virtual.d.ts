declare module 'virtual:operations' {
  export const operations: unknown
}

declare module 'virtual:limits' {
  export const limits: Record<string, Record<string, Record<string, import('./limits.ts').Limits>>>
}
