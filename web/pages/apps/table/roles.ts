/**
 * Rows that are placed one by one in a scroller of their own cannot be those of a `<table>`, so the
 * grid is described by its roles.
 */
export const GRID = { role: 'grid', 'aria-multiselectable': true } as const
export const BODY = { role: 'rowgroup' } as const
export const ROW = { role: 'row' } as const
export const HEADER = { role: 'columnheader' } as const
export const CELL = { role: 'gridcell' } as const
