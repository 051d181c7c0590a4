create table if not exists api_key (
  key_hash varchar(64) primary key,
  account_id bigint not null
);

create sequence if not exists customer_order_seq increment by 50;
create table if not exists customer_order (
  id bigint primary key,
  account_id bigint not null,
  order_id varchar(128) not null,
  amount bigint not null,
  currency varchar(3) not null,
  transaction_date timestamptz not null,
  settled_at date,
  bin varchar(8),
  last4 varchar(4),
  brand varchar(32),
  card_fingerprint varchar(128),
  ip varchar(45),
  customer_account_id varchar(128),
  device_id varchar(256),
  descriptor varchar(64),
  merchandise_or_services varchar(16),
  auth_code varchar(64),
  status varchar(16) not null,
  refunded boolean not null,
  customer_email varchar(320),
  given_name varchar(200),
  family_name varchar(200),
  shipping_line1 varchar(200),
  shipping_city varchar(200),
  shipping_postal_code varchar(32),
  shipping_country varchar(64),
  uploaded_at timestamptz not null,
  unique (account_id, order_id)
);
create index if not exists customer_order_by_card on customer_order (account_id, card_fingerprint, transaction_date);

create sequence if not exists line_item_seq increment by 50;
create table if not exists line_item (
  id bigint primary key,
  order_ref bigint not null references customer_order (id),
  position int not null,
  product_name varchar(2000) not null,
  quantity int not null,
  price bigint not null
);
create index if not exists line_item_by_order on line_item (order_ref);

create sequence if not exists sighting_seq increment by 50;
create table if not exists sighting (
  id bigint primary key,
  account_id bigint not null,
  email varchar(320) not null,
  ip varchar(45) not null,
  observed_at timestamptz not null
);
create index if not exists sighting_by_email on sighting (account_id, email, observed_at);
