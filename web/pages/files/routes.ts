import type { RouteObject } from 'react-router'

const directory = async () => ({
  Component: (await import('./directory-page.tsx')).DirectoryPage,
})

export const files: RouteObject[] = [
  { path: 'files', lazy: directory },
  {
    path: 'files/trash',
    lazy: async () => ({ Component: (await import('./trash-page.tsx')).TrashPage }),
  },
  { path: 'files/:directory', lazy: directory },
  {
    path: 'file/:id',
    lazy: async () => ({ Component: (await import('./file-page.tsx')).FilePage }),
  },
]
