declare module 'virtual:operations' {
  export const operations: unknown
}
