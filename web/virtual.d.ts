declare module 'virtual:operations' {
  export const operations: unknown
}

declare module 'virtual:schemas' {
  export const schemas: unknown
}
