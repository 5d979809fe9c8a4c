import type { RouteObject } from 'react-router'

export const people: RouteObject[] = []
