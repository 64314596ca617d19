.DEFAULT_GOAL := help
.PHONY: help setup install run test test-fast check fix bench torture build contract spec stats clean

help: ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: node_modules/.stamp ## install what package-lock.json says

node_modules/.stamp: package-lock.json
	npm ci
	@touch $@

# Where `make install` puts svc: over a link to what is built here, and over nothing else.
PREFIX ?= $(HOME)/.local

install: build ## put svc on the path, in PREFIX/bin (~/.local/bin)
	@test -n "$(PREFIX)" || { echo "PREFIX is empty: give a directory, or leave it out" >&2; exit 1; }
	@if test -L "$(PREFIX)/bin/svc" || test -e "$(PREFIX)/bin/svc"; then \
	  test "$$(readlink "$(PREFIX)/bin/svc")" = "$(CURDIR)/dist/index.js" || \
	    { echo "$(PREFIX)/bin/svc is another program, or that of another clone: remove it, or give another PREFIX" >&2; exit 1; }; \
	fi
	@mkdir -p "$(PREFIX)/bin"
	@ln -sfn "$(CURDIR)/dist/index.js" "$(PREFIX)/bin/svc"
	@echo "svc is $(PREFIX)/bin/svc, and runs what is built here"
	@case ":$$PATH:" in *":$(PREFIX)/bin:"*) ;; *) echo "$(PREFIX)/bin is not on your path: add it, for example in ~/.profile" ;; esac

run: setup ## start the engine, rebuilt if the sources changed
	@npm run -s build:stale
	@exec node dist/index.js --http-api

test: check ## install, check, all tests: what CI runs
	npm test

test-fast: setup ## the core's tests only
	npm run -s test:fast

check: setup ## format, lint, types, dead code, supply
	npm run -s fmt:check
	npm run -s lint
	npm run -s typecheck
	npm run -s knip
	npm run -s supply

fix: setup ## repair what lint and format can repair
	-npm run -s lint -- --fix
	npm run -s fmt

bench: setup ## measure
	npm run -s bench

torture: setup ## kill, starve, damage and load the built engine (half an hour; best as root): ONLY=kill-sweep
	npm run -s torture

build: setup ## src/ -> dist/
	npm run -s build

contract: setup ## regenerate what is generated from the contract
	npm run -s contract

spec: setup ## what of the specification is proven by tests
	@npm run -s spec

stats: setup ## sizes of the sources
	npm run -s stats

clean: ## remove what was built
	rm -rf dist dist.next-* coverage node_modules/.cache
