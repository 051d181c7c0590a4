-- Version of the code that derived the columns and rows of an order from its parts. A constant default changes no row.
ALTER TABLE orders ADD COLUMN derivation integer NOT NULL DEFAULT 1;
