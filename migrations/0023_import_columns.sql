-- Which field each column of an imported file goes into, where somebody chose it; null = by its title.
alter table kontor.imports add column columns jsonb;
