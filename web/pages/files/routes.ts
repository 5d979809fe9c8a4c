import type { RouteObject } from 'react-router'

export const files: RouteObject[] = []
