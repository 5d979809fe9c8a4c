import type { RouteObject } from 'react-router'

export const processes: RouteObject[] = []
